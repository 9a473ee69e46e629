import Foundation
import SwiftletJSON

/// What a server says went wrong.
///
/// Servers have many forms for it: `{"error": {"message": …, "code": …}}`, the same without the outer object,
/// `{"error": "…"}`, `{"detail": …}`, plain text, or a page for a browser.
struct ServerFault: Sendable {
  /// The status of the answer, or the one that is told in the middle of a stream.
  var status: Int
  /// The server's own words.
  var reason: String
  /// What the server calls it.
  private var names: [String] = []
  /// The field of the request that is to blame.
  private var parameter: String?
  /// The sizes of the conversation and of the context, where they are told apart from the words.
  private var tokenCount: Int?
  private var contextSize: Int?

  /// Reads the body of an answer.
  ///
  /// - Parameters:
  ///   - status: The answer's status.
  ///   - body: The body, or its beginning.
  init(status: Int, body: String) {
    self.init(status: status, try? JSONValue.read(body), body)
  }

  /// Reads an error that came in the middle of a stream.
  ///
  /// - Parameter chunk: The chunk that has it; `nil` is the result if it has none.
  init?(chunk: JSONValue) {
    guard let error = chunk.member("error") else { return nil }
    let code = error.member("code")?.integer ?? error.member("status_code")?.integer ?? 500
    self.init(status: 400...599 ~= code ? code : 500, chunk, chunk.text)
  }

  private init(status: Int, _ json: JSONValue?, _ text: String) {
    self.status = status
    let error = json.flatMap { $0.member("error") ?? $0.member("detail") } ?? json
    reason = error?.string ?? error?.member("message")?.string ?? Self.words(text)
    names = ["code", "type"].compactMap { error?.member($0)?.string }
    parameter = error?.member("param")?.string
    tokenCount = error?.member("n_prompt_tokens")?.integer
    contextSize = error?.member("n_ctx")?.integer
  }

  /// The words of a body that is not JSON.
  private static func words(_ body: String) -> String {
    if body.isPage { return "a page for a browser: " + (body.pageTitle ?? "without a title") }
    return body.allSatisfy(\.isWhitespace) ? "no reason was given" : body
  }
}

// MARK: - What it means

extension ServerFault {
  /// Whether asking again later may help.
  var isPassing: Bool {
    status == 503 || status == 429 && !names.contains("insufficient_quota")
  }

  /// Tells the caller of a request.
  ///
  /// - Parameters:
  ///   - model: The name of the model.
  ///   - schema: The schema of the answer.
  ///   - pause: How long the server asked to wait.
  ///   - hide: Takes out of the server's words what nobody is to see.
  /// - Returns: The error that the caller gets.
  func callersError(
    model: String, schema: GenerationSchema?, pause: Duration?, hiding hide: (String) -> String
  ) -> any Error {
    let reason = hide(reason).excerpt
    if let sizes = contextSizes {
      return LanguageModelError.contextSizeExceeded(
        .init(contextSize: sizes.context, tokenCount: sizes.conversation, debugDescription: reason))
    }
    if names.contains(where: { $0 == "content_filter" || $0 == "content_policy_violation" }) {
      return LanguageModelError.guardrailViolation(.init(debugDescription: reason))
    }
    switch status {
    case 401, 403: return OpenAICompatibleLanguageModelError.unauthorized(status: status, reason: reason)
    case 404: return OpenAICompatibleLanguageModelError.notFound(model: model, reason: reason)
    case 408, 504: return LanguageModelError.timeout(.init(debugDescription: reason))
    case 429:
      return LanguageModelError.rateLimited(
        .init(resetDate: pause.map { Date(timeIntervalSinceNow: $0 / .seconds(1)) }, debugDescription: reason))
    case 400..<500 where schema != nil && parameter?.hasPrefix("response_format") == true:
      return LanguageModelError.unsupportedGenerationGuide(.init(schemaName: schema?.name, debugDescription: reason))
    case 500...: return OpenAICompatibleLanguageModelError.serverFailed(status: status, reason: reason)
    default: return OpenAICompatibleLanguageModelError.rejected(status: status, reason: reason)
    }
  }

  /// The sizes, in tokens, if the conversation is too long for the context; 0 where they are not known.
  private var contextSizes: (context: Int, conversation: Int)? {
    guard [400, 413, 422, 500].contains(status) else { return nil }
    let words = reason.lowercased()
    let phrases = [
      "maximum context length", "model's context length", "available context size", "exceed context window",
      "maximum model length",
    ]
    let phrase = phrases.lazy.compactMap { words.range(of: $0) }.first
    guard phrase != nil || names.contains("context_length_exceeded") || names.contains("exceed_context_size_error")
    else { return nil }
    let context = contextSize ?? phrase.flatMap { words[$0.upperBound...].numbers.first } ?? 0
    let conversation = tokenCount ?? words.numbers.filter { $0 > context }.max() ?? 0
    return (context, conversation)
  }
}
