package import SwiftletJSON

/// The form of errors in a protocol.
package enum ErrorForm: Sendable {
  /// The form of OpenAI's API.
  case openAI
  /// The form of Anthropic's API.
  case anthropic
  /// The form of ollama's API.
  case ollama

  /// Returns the body of a response.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - requestID: The identifier of the request.
  /// - Returns: The object.
  package func body(_ failure: RequestFailure, requestID: String? = nil) -> JSONValue {
    switch self {
    case .openAI:
      let members: [(String, JSONValue?)] = [
        ("message", .string(failure.message)), ("type", .string(failure.openAIType)),
        ("param", failure.parameter.map { .string($0) } ?? .null), ("code", failure.code.map { .string($0) } ?? .null),
      ]
      return .members([("error", .members(members + failure.numberMembers))])
    case .anthropic:
      let members: [(String, JSONValue?)] = [
        ("type", .string(failure.anthropicType)), ("message", .string(failure.messageWithParameter)),
      ]
      let error: JSONValue = .members(members + failure.numberMembers)
      return .members([
        ("type", "error"), ("error", error), ("request_id", requestID.map { .string($0) }),
      ])
    case .ollama: return .members([("error", .string(failure.messageWithParameter))] + failure.numberMembers)
    }
  }
}

extension RequestFailure {
  /// The members with numbers, such as `n_prompt_tokens` and `n_ctx`.
  fileprivate var numberMembers: [(String, JSONValue?)] { numbers.map { ($0.0, .count($0.1)) } }

  /// The message, which names the member at fault where the form has no place for it.
  fileprivate var messageWithParameter: String {
    guard let parameter, !message.hasPrefix(parameter) else { return message }
    return "\(parameter): \(message)"
  }

  /// The type in OpenAI's API.
  fileprivate var openAIType: String {
    switch kind {
    case .invalidRequest, .requestTooLarge: "invalid_request_error"
    case .authentication: "authentication_error"
    case .permission: "permission_error"
    // An unknown model is an invalid request there.
    case .notFound: code == "model_not_found" ? "invalid_request_error" : "not_found_error"
    case .rateLimit: "rate_limit_error"
    case .server, .timeout: "server_error"
    case .unavailable: "unavailable_error"
    }
  }

  /// The type in Anthropic's API.
  fileprivate var anthropicType: String {
    switch kind {
    case .invalidRequest: "invalid_request_error"
    case .requestTooLarge: "request_too_large"
    case .authentication: "authentication_error"
    case .permission: "permission_error"
    case .notFound: "not_found_error"
    case .rateLimit: "rate_limit_error"
    case .server: "api_error"
    case .unavailable: "overloaded_error"
    case .timeout: "timeout_error"
    }
  }
}
