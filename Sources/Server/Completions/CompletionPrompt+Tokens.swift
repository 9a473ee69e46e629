import Swiftlet
import SwiftletTokenizers

extension CompletionPrompt {
  /// A prompt as the engine takes it, and as a client sees it.
  struct Resolved: Sendable {
    /// The text of the prompt.
    var text: String
    /// The tokens; `nil` if the engine makes them from the text.
    var tokens: [Int]?
    /// The text whose middle is generated; `nil` to complete the text.
    var gap: FillInTheMiddle?

    /// Sets the prompt of a request.
    func apply(to request: inout LanguageModelExecutorGenerationRequest) {
      request.engine.rawTokens = tokens
      request.engine.rawPrompt = tokens == nil && gap == nil ? text : nil
      request.engine.fillInTheMiddle = gap
    }
  }

  /// The prompt, if it is a text; `nil` if it has tokens.
  var resolvedText: Resolved? { text.map { Resolved(text: $0, gap: gap) } }

  /// Returns the prompt with its text.
  ///
  /// - Parameter tokenizer: The tokenizer, for prompts with tokens.
  /// - Returns: The prompt.
  /// - Throws: ``FieldError`` for a token that is not in the vocabulary.
  func resolved(_ tokenizer: Tokenizer) throws -> Resolved {
    var tokens: [Int] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .text(let text):
        // Only the beginning of a prompt has the special tokens that the file asks for.
        let content = tokenizer.encode(text, addingBOSAndEOS: false)
        let whole = index == 0 ? tokenizer.encode(text) : content
        if whole.count > content.count, let first = whole.first, first != content.first { tokens.append(first) }
        tokens += content
      case .tokens(let ids):
        let count = tokenizer.vocabulary.count
        if let id = ids.first(where: { !(0..<count).contains($0) }) {
          throw FieldError(path, "found the token \(id), expected one from 0 to \(count - 1)")
        }
        tokens += ids
      }
    }
    return Resolved(text: String(decoding: try tokenizer.decode(tokens), as: UTF8.self), tokens: tokens)
  }
}

extension RoutedRequest {
  /// Returns prompts as the engine takes them; the model is loaded if some have tokens.
  func resolve(
    _ prompts: [CompletionPrompt], with model: ServedModel, keepAlive: KeepAlive?
  ) async throws -> [CompletionPrompt.Resolved] {
    let texts = prompts.compactMap { $0.resolvedText }
    if texts.count == prompts.count { return texts }
    return try await services.models.use(model, keepAlive: keepAlive) { language in
      let tokenizer = try await language.tokenizer()
      return try prompts.map { prompt in
        try prompt.resolvedText ?? prompt.resolved(tokenizer)
      }
    }
  }
}
