internal import SwiftletJSON

/// The sampling parameters that come with a model; defaults below those of the user.
public struct SamplingParameters: Sendable, Hashable {
  /// The temperature, from 0.
  public var temperature: Double?
  /// The number of most probable tokens that are sampled from.
  public var topK: Int?
  /// The cumulative probability of the tokens that are sampled from, in 0…1.
  public var topP: Double?
  /// The least probability relative to that of the best token, in 0…1.
  public var minP: Double?
  /// The factor against repetitions, where 1 is none.
  public var repetitionPenalty: Double?
  /// The number of last tokens that the penalties count; -1 for all.
  public var repetitionWindow: Int?
  /// The penalty for tokens that have occurred.
  public var presencePenalty: Double?
  /// The penalty for each occurrence of a token.
  public var frequencyPenalty: Double?
  /// The seed.
  public var seed: Int?
  /// The size of the context in tokens.
  public var contextSize: Int?
  /// The maximum number of tokens to generate; -1 for no limit.
  public var maximumTokens: Int?
  /// The stop sequences.
  public var stop: [String] = []

  /// Creates parameters without values.
  public init() {}

  /// Reads the `params` layer of an ollama model; members of other types or that are unknown are left out.
  init(ollama value: JSONValue) {
    temperature = value["temperature"]?.double
    topK = value["top_k"]?.integer
    topP = value["top_p"]?.double
    minP = value["min_p"]?.double
    repetitionPenalty = value["repeat_penalty"]?.double
    repetitionWindow = value["repeat_last_n"]?.integer
    presencePenalty = value["presence_penalty"]?.double
    frequencyPenalty = value["frequency_penalty"]?.double
    seed = value["seed"]?.integer
    contextSize = value["num_ctx"]?.integer
    maximumTokens = value["num_predict"]?.integer
    stop = value["stop"]?.elements?.compactMap(\.string) ?? value["stop"]?.string.map { [$0] } ?? []
  }
}
