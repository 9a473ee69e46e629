import FoundationModels

/// A conversation that truncates its transcript when the context is full.
final class LongConversation {
  private(set) var session: LanguageModelSession
  private let renew: (Transcript) -> LanguageModelSession
  private(set) var renewals = 0

  init(model: some LanguageModel = SystemLanguageModel.default, instructions: String) {
    session = LanguageModelSession(model: model, instructions: instructions)
    renew = { LanguageModelSession(model: model, transcript: $0) }
  }

  func ask(_ question: String, options: GenerationOptions = GenerationOptions()) async throws -> String {
    do {
      return try await session.respond(to: question, options: options).content
    } catch LanguageModelError.contextSizeExceeded {
      condense()
      return try await session.respond(to: question, options: options).content
    }
  }

  /// Keeps the instructions and the last turn.
  func condense() {
    let transcript = session.transcript
    var kept: [Transcript.Entry] = []
    if let first = transcript.first, case .instructions = first { kept.append(first) }
    if let prompt = transcript.lastIndex(where: { if case .prompt = $0 { true } else { false } }) {
      kept += transcript[prompt...]
    }
    session = renew(Transcript(entries: kept))
    renewals += 1
  }
}

/// Keeps a transcript within a number of tokens.
func trimmed(_ transcript: Transcript, to limit: Int, of model: SystemLanguageModel = .default) async throws
  -> Transcript
{
  var transcript = transcript
  while try await model.tokenCount(for: transcript) > limit, !transcript.history.isEmpty {
    transcript.history.removeFirst()
  }
  return transcript
}
