/// How the next token is chosen from the logits.
///
/// The steps run in the order of llama.cpp's samplers: penalties, top-k, top-p, min-p, temperature, draw.
public struct SamplingParameters: Sendable, Hashable {
  /// What logits are divided by before the draw; 0 takes the most likely token.
  public var temperature: Float
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
  /// The seed of the draws; nil for a new one each time.
  public var seed: UInt64?

  /// Creates parameters; the defaults are llama.cpp's.
  public init(
    temperature: Float = 0.8, topK: Int = 40, topP: Float = 0.95, minP: Float = 0.05, repetitionPenalty: Float = 1,
    frequencyPenalty: Float = 0, presencePenalty: Float = 0, penaltyWindow: Int = 64, seed: UInt64? = nil
  ) {
    self.temperature = temperature
    self.topK = topK
    self.topP = topP
    self.minP = minP
    self.repetitionPenalty = repetitionPenalty
    self.frequencyPenalty = frequencyPenalty
    self.presencePenalty = presencePenalty
    self.penaltyWindow = penaltyWindow
    self.seed = seed
  }

  /// The most likely token, always.
  public static var greedy: Self { Self(temperature: 0, topK: 0, topP: 1, minP: 0) }

  var hasPenalties: Bool {
    penaltyWindow > 0 && (repetitionPenalty != 1 || frequencyPenalty != 0 || presencePenalty != 0)
  }
}
