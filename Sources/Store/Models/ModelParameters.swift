package import SwiftletJSON

/// The parameters that come with a model; defaults below those of the user.
public struct ModelParameters: Sendable, Hashable {
  /// The values of the samplers and of the context, by the names that ollama has for them.
  package var values: [String: JSONValue] = [:]
  /// The stop sequences.
  public var stop: [String] = []

  /// The size of the context in tokens; nil if it is not set.
  public var contextSize: Int? { values["num_ctx"]?.integer.flatMap { $0 > 0 ? $0 : nil } }

  /// The maximum number of tokens of an answer; nil for no limit, which negative numbers stand for.
  public var maximumTokenCount: Int? { values["num_predict"]?.integer.flatMap { $0 >= 0 ? $0 : nil } }

  /// Reads the `params` layer of an ollama model; members that are no numbers, or no texts to stop at, are left out.
  init(ollama value: JSONValue) {
    for member in value.members ?? [] {
      if case .number = member.value { values[member.name] = member.value }
    }
    stop = value["stop"]?.elements?.compactMap(\.string) ?? value["stop"]?.string.map { [$0] } ?? []
  }
}
