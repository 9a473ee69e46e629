/// How the next token is chosen from the logits.
///
/// The steps run in the order of llama.cpp's samplers: logit bias, penalties, DRY, top-n-sigma, top-k, typical-p, top-p,
/// min-p, XTC, temperature, draw. Each works on what the steps before it left. Mirostat, if it is on, stands in for
/// everything but logit bias, temperature and draw.
public struct SamplingParameters: Sendable, Hashable {
  /// What logits are divided by before the draw; 0 takes the most likely token, whatever else is set.
  public var temperature: Float
  /// How the temperature follows the uncertainty of the choice; nil for a fixed one.
  public var dynamicTemperature: DynamicTemperature?
  /// How many of the most likely tokens stay; 0 for all.
  public var topK: Int
  /// The most likely tokens stay until their probabilities reach this sum; 1 for all.
  ///
  /// Source: Holtzman et al., "The Curious Case of Neural Text Degeneration", 2020.
  public var topP: Float
  /// Tokens stay whose probability is at least this part of the highest; 0 for all.
  ///
  /// Source: Nguyen et al., "Turning Up the Heat: Min-p Sampling", 2024.
  public var minP: Float
  /// The tokens whose surprise is nearest to the expected one stay until their probabilities exceed this; 1 for all.
  ///
  /// Source: Meister et al., "Locally Typical Sampling", 2023.
  public var typicalP: Float
  /// Tokens stay whose logit is at most so many standard deviations of all logits below the highest; 0 for all.
  ///
  /// Source: Tang et al., "Top-nσ: Not All Logits Are You Need", 2024.
  public var topNSigma: Float
  /// How the most likely tokens are now and then left out; nil for never.
  public var xtc: XTC?
  /// Steers the surprise of the text instead of bounding the choice; nil for no such thing.
  public var mirostat: Mirostat?
  /// Logits of tokens in the window are divided by it where positive and multiplied where negative; 1 for none.
  ///
  /// Source: Keskar et al., "CTRL: A Conditional Transformer Language Model", 2019.
  public var repetitionPenalty: Float
  /// What is taken off a token's logit for each time that it stands in the window.
  public var frequencyPenalty: Float
  /// What is taken off a token's logit if it stands in the window at all.
  public var presencePenalty: Float
  /// How many of the last tokens, those of the prompt included, the penalties look at.
  public var penaltyWindow: Int
  /// What keeps the text from repeating its own passages; nil for nothing.
  public var dry: DRY?
  /// What is added to the logits of tokens; −∞ rules a token out.
  public var logitBias: [Int: Float] = [:]
  /// The seed of the draws; nil for a new one each time.
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

  /// The most likely token, always.
  public static var greedy: Self { Self(temperature: 0, topK: 0, topP: 1, minP: 0) }

  /// What is done where neither a model's file nor anybody else says how: temperature 0.7, top-k 40, top-p 0.95.
  public static var standard: Self { Self(temperature: 0.7, topK: 40, topP: 0.95, minP: 0) }

  var hasPenalties: Bool {
    penaltyWindow > 0 && (repetitionPenalty != 1 || frequencyPenalty != 0 || presencePenalty != 0)
  }
}
