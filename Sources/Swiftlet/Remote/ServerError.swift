import Foundation
import SwiftletJSON

/// An error that a server reports.
///
/// Servers use many formats: `{"error": {"message": …, "code": …}}`, the same without the outer object,
/// `{"error": "…"}`, `{"detail": …}`, plain text, or an HTML page.
struct ServerError: Sendable {
  /// The HTTP status of the response, or the code of an error in a stream.
  var status: Int
  /// The server's message.
  var reason: String
  /// The server's names of the error: its code and type.
  private var names: [String] = []
  /// The field of the request that caused the error.
  private var parameter: String?
  /// The sizes of the conversation and of the context in tokens, if they are reported as fields.
  private var tokenCount: Int?
  private var contextSize: Int?

  /// Parses the body of an error response.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - body: The body, or its beginning.
  init(status: Int, body: String) {
    self.init(status: status, try? JSONValue.read(body), body)
  }

  /// Parses an error in a stream; `nil` if the chunk contains none.
  ///
  /// - Parameter chunk: The chunk.
  init?(chunk: JSONValue) {
    guard let error = chunk.member("error") else { return nil }
    let code = error.member("code")?.integer ?? error.member("status_code")?.integer ?? 500
    self.init(status: 400...599 ~= code ? code : 500, chunk, chunk.text)
  }

  private init(status: Int, _ json: JSONValue?, _ text: String) {
    self.status = status
    let error = json.flatMap { $0.member("error") ?? $0.member("detail") } ?? json
    reason = error?.string ?? error?.member("message")?.string ?? Self.message(text)
    names = ["code", "type"].compactMap { error?.member($0)?.string }
    parameter = error?.member("param")?.string
    tokenCount = error?.member("n_prompt_tokens")?.integer
    contextSize = error?.member("n_ctx")?.integer
  }

  /// The message of a body that is not JSON.
  private static func message(_ body: String) -> String {
    if body.isHTML { return "an HTML page: " + (body.htmlTitle ?? "without a title") }
    return body.allSatisfy(\.isWhitespace) ? "no reason was given" : body
  }
}

// MARK: - Interpretation

extension ServerError {
  /// True if a retry may succeed.
  var isTransient: Bool {
    status == 503 || status == 429 && !names.contains("insufficient_quota")
  }

  /// Converts to the public error for the caller of a request.
  ///
  /// - Parameters:
  ///   - model: The name of the model.
  ///   - schema: The schema of the answer.
  ///   - delay: The delay that the server requested.
  ///   - redact: A function that removes secrets from the server's message.
  /// - Returns: The error for the caller.
  func callerError(
    model: String, schema: GenerationSchema?, delay: Duration?, redacting redact: (String) -> String
  ) -> any Error {
    let reason = redact(reason).excerpt
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
        .init(resetDate: delay.map { Date(timeIntervalSinceNow: $0 / .seconds(1)) }, debugDescription: reason))
    case 400..<500 where schema != nil && parameter?.hasPrefix("response_format") == true:
      return LanguageModelError.unsupportedGenerationGuide(.init(schemaName: schema?.name, debugDescription: reason))
    case 500...: return OpenAICompatibleLanguageModelError.serverFailed(status: status, reason: reason)
    default: return OpenAICompatibleLanguageModelError.rejected(status: status, reason: reason)
    }
  }

  /// The sizes in tokens if the conversation exceeds the context; 0 for unknown sizes.
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
