public import Foundation

/// An error of a request to a server for which ``LanguageModelError`` has no case.
public enum OpenAICompatibleLanguageModelError: LocalizedError, Equatable {
  /// The address is not a valid server URL.
  case invalidEndpoint(reason: String)

  /// The key or a header field has characters that are not allowed.
  case invalidHeader(name: String)

  /// The server rejects the key, or does not authorize it for this model.
  case unauthorized(status: Int, reason: String)

  /// The server has no such model, or no such endpoint.
  case notFound(model: String, reason: String)

  /// The server rejects the request.
  case rejected(status: Int, reason: String)

  /// The server failed, and retries did not help.
  case serverFailed(status: Int, reason: String)

  /// The connection to the server could not be established.
  case unreachable(reason: String)

  /// The connection was lost before the answer was complete.
  case connectionLost(reason: String)

  /// The answer is not a chat completion.
  case unexpectedAnswer(reason: String)

  /// The answer exceeds a limit of the options.
  case limitExceeded(what: String, limit: Int)

  /// The error's message.
  public var errorDescription: String? { description }
}

extension OpenAICompatibleLanguageModelError: CustomStringConvertible {
  /// The error's message, with the server's own message if there is one.
  public var description: String {
    switch self {
    case .invalidEndpoint(let reason): "the address of the server cannot be used: \(reason)"
    case .invalidHeader(let name): "the value of the field \(name) has characters that header fields do not allow"
    case .unauthorized(let status, let reason): "the server does not accept the key (status \(status)): \(reason)"
    case .notFound(let model, let reason): "the server has no model \(model) (status 404): \(reason)"
    case .rejected(let status, let reason): "the server does not accept the request (status \(status)): \(reason)"
    case .serverFailed(let status, let reason): "the server failed (status \(status)): \(reason)"
    case .unreachable(let reason): "the server cannot be reached: \(reason)"
    case .connectionLost(let reason): "the connection to the server was lost: \(reason)"
    case .unexpectedAnswer(let reason): "the answer is not a chat completion: \(reason)"
    case .limitExceeded(let what, let limit): "the answer has more than \(limit) \(what)"
    }
  }
}
