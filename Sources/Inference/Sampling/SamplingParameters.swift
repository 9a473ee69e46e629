/// The parameters of the sampler chain.
///
/// The samplers run in the order of llama.cpp's: logit bias, penalties, DRY, top-n-sigma, top-k, typical-p, top-p,
/// min-p, XTC, temperature, draw. Each works on the output of the one before. Mirostat, if it is enabled,
/// replaces everything but logit bias, temperature and draw.
public struct SamplingParameters: Sendable, Hashable {
  /// The sampling temperature; 0 selects the most likely token, whatever else is set.
  public var temperature: Float
  /// Dynamic temperature, which follows the entropy; nil for a fixed temperature.
  public var dynamicTemperature: DynamicTemperature?
  /// The number of most likely tokens that top-k keeps; 0 for all.
  public var topK: Int
  /// The cumulative probability of the most likely tokens that top-p keeps; 1 for all.
  ///
  /// Source: Holtzman et al., "The Curious Case of Neural Text Degeneration", 2020.
  public var topP: Float
  /// The minimum probability, relative to the highest, of tokens that min-p keeps; 0 for all.
  ///
  /// Source: Nguyen et al., "Turning Up the Heat: Min-p Sampling", 2024.
  public var minP: Float
  /// The cumulative probability of the most typical tokens that typical-p keeps; 1 for all.
  ///
  /// Source: Meister et al., "Locally Typical Sampling", 2023.
  public var typicalP: Float
  /// The maximum distance of logits from the highest, in standard deviations of all logits, in top-n-sigma; 0 for all.
  ///
  /// Source: Tang et al., "Top-nσ: Not All Logits Are You Need", 2024.
  public var topNSigma: Float
  /// The parameters of XTC; nil to disable it.
  public var xtc: XTC?
  /// The parameters of Mirostat 2.0; nil to disable it.
  public var mirostat: Mirostat?
  /// The repetition penalty: logits of recent tokens are divided by it if positive, multiplied if negative; 1 for none.
  ///
  /// Source: Keskar et al., "CTRL: A Conditional Transformer Language Model", 2019.
  public var repetitionPenalty: Float
  /// The frequency penalty, subtracted from a token's logit for each recent occurrence.
  public var frequencyPenalty: Float
  /// The presence penalty, subtracted from a token's logit if it occurred recently.
  public var presencePenalty: Float
  /// The number of recent tokens, those of the prompt included, that the penalties consider.
  public var penaltyWindow: Int
  /// The parameters of DRY; nil to disable it.
  public var dry: DRY?
  /// The biases added to the logits of tokens, by token id; −∞ bans a token.
  public var logitBias: [Int: Float] = [:]
  /// The random seed, for reproducible output; nil for a new one each time.
  public var seed: UInt64?

  /// Creates parameters; the defaults are llama.cpp's.
  public init(
    temperature: Float = 0.8, topK: Int = 40, topP: Float = 0.95, minP: Float = 0.05, typicalP: Float = 1,
    topNSigma: Float = 0, repetitionPenalty: Float = 1, frequencyPenalty: Float = 0, presencePenalty: Float = 0,
    penaltyWindow: Int = 64, seed: UInt64? = nil
  ) {
    self.temperature = temperature
    self.topK = topK
    self.topP = topP
    self.minP = minP
    self.typicalP = typicalP
    self.topNSigma = topNSigma
    self.repetitionPenalty = repetitionPenalty
    self.frequencyPenalty = frequencyPenalty
    self.presencePenalty = presencePenalty
    self.penaltyWindow = penaltyWindow
    self.seed = seed
  }

  /// Greedy decoding: always the most likely token.
  public static var greedy: Self { Self(temperature: 0, topK: 0, topP: 1, minP: 0) }

  /// The defaults of models whose file recommends no others: temperature 0.7, top-k 40, top-p 0.95.
  public static var standard: Self { Self(temperature: 0.7, topK: 40, topP: 0.95, minP: 0) }

  /// Disables all samplers that remove candidates, for requests that choose one of their own.
  public mutating func disableTruncation() {
    (topK, topP, minP, typicalP, topNSigma) = (0, 1, 0, 1, 0)
    (xtc, mirostat) = (nil, nil)
  }

  var hasPenalties: Bool {
    penaltyWindow > 0 && (repetitionPenalty != 1 || frequencyPenalty != 0 || presencePenalty != 0)
  }
}
