public import Foundation

/// Why a server gave no answer, where ``LanguageModelError`` has no case for it.
public enum OpenAICompatibleLanguageModelError: LocalizedError, Equatable {
  /// The address is not one of a server.
  case invalidEndpoint(reason: String)

  /// The key or a field of the head has characters that may not stand there. The value is not shown.
  case invalidHeader(name: String)

  /// The server does not accept the key, or not for this model.
  case unauthorized(status: Int, reason: String)

  /// The server does not know the model, or there is nothing at the address.
  case notFound(model: String, reason: String)

  /// The server does not accept the request.
  case rejected(status: Int, reason: String)

  /// The server could not do its work, and asking again did not help.
  case serverFailed(status: Int, reason: String)

  /// There is no connection to the server.
  case unreachable(reason: String)

  /// The connection broke before the answer was complete.
  case connectionLost(reason: String)

  /// The answer is not one of a chat completion.
  case unexpectedAnswer(reason: String)

  /// The answer has more of something than the options allow.
  case limitExceeded(what: String, limit: Int)

  /// What went wrong.
  public var errorDescription: String? { description }
}

extension OpenAICompatibleLanguageModelError: CustomStringConvertible {
  /// What went wrong, in the server's words where it has some.
  public var description: String {
    switch self {
    case .invalidEndpoint(let reason): "the address of the server cannot be used: \(reason)"
    case .invalidHeader(let name): "the value of the field \(name) has characters that may not stand in a head"
    case .unauthorized(let status, let reason): "the server does not accept the key (status \(status)): \(reason)"
    case .notFound(let model, let reason): "the server has no model \(model) (status 404): \(reason)"
    case .rejected(let status, let reason): "the server does not accept the request (status \(status)): \(reason)"
    case .serverFailed(let status, let reason): "the server failed (status \(status)): \(reason)"
    case .unreachable(let reason): "the server cannot be reached: \(reason)"
    case .connectionLost(let reason): "the connection to the server broke: \(reason)"
    case .unexpectedAnswer(let reason): "the answer is not a chat completion: \(reason)"
    case .limitExceeded(let what, let limit): "the answer has more than \(limit) \(what)"
    }
  }
}
