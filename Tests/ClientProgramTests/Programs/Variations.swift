import FoundationModels

/// Several continuations of the same beginning.
struct Variations {
  var beginning: String
  var length = 12

  private func tell(_ options: GenerationOptions) async throws -> String {
    // A new session each time, without the context of the previous ones.
    try await LanguageModelSession().respond(to: beginning, options: options).content
  }

  func plain() async throws -> String {
    try await tell(GenerationOptions(samplingMode: .greedy, maximumResponseTokens: length))
  }

  func lively(seed: UInt64) async throws -> String {
    try await tell(
      GenerationOptions(
        samplingMode: .random(top: 50, seed: seed), temperature: 1.2, maximumResponseTokens: length))
  }

  func measured(seed: UInt64) async throws -> String {
    var options = GenerationOptions(temperature: 0.7)
    options.samplingMode = .random(probabilityThreshold: 0.9, seed: seed)
    options.maximumResponseTokens = length
    return try await tell(options)
  }
}
