import SwiftletJSON
import SwiftletServer

/// A line of a batch file.
struct BatchRequest: Sendable {
  /// The form of a line and of its answer.
  enum Form: Sendable {
    /// The members of a chat completion, and an `id`.
    case plain
    /// The form of OpenAI's batch API: `custom_id`, `method`, `url` and `body`.
    case openAI
  }

  /// An error in a line.
  enum Failure: Error {
    /// The line is no request.
    case line(FieldError)
    /// The body of a request in OpenAI's form is invalid.
    case body(FieldError)

    /// The error in either.
    var error: FieldError {
      switch self {
      case .line(let error), .body(let error): error
      }
    }
  }

  /// The form of the line; that of other lines if it is unreadable.
  let form: Form
  /// The identifier, repeated in the answer.
  let id: JSONValue?
  /// The location of the line, for errors.
  let location: String
  /// The number of bytes of the file up to the end of the line.
  let end: Int
  /// The request, or the error in its line.
  let request: Result<ChatCompletionRequest, Failure>

  /// The URL of chat completions in OpenAI's API.
  private static let url = "/v1/chat/completions"

  /// Parses a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - form: The form of its answer.
  init(_ line: BatchLine, form: Form) {
    self.form = form
    (location, end) = (line.location, line.end)
    id = line.value?[form == .plain ? "id" : "custom_id"]
    request = line.json.mapError(Failure.line).flatMap { value in
      Result { () throws(Failure) in
        var request = try form == .plain ? Self.plainRequest(value) : Self.openAIRequest(value)
        request.setWarning { Output.error("swiftlet: \(line.location): \($0)\n") }
        return request
      }
    }
  }

  private static func plainRequest(_ value: JSONValue) throws(Failure) -> ChatCompletionRequest {
    do throws(FieldError) { return try request(value, with: ["id"]) } catch { throw .line(error) }
  }

  private static func openAIRequest(_ value: JSONValue) throws(Failure) -> ChatCompletionRequest {
    let body: JSONValue
    do throws(FieldError) {
      let fields = try JSONFields(value)
      try fields.allowOnly(["custom_id", "method", "url", "body"])
      for (name, expected) in [("method", "POST"), ("url", url)] {
        guard let found = try fields.text(name), found != expected else { continue }
        throw FieldError(name, "found \(found.prefix(40)), expected \(expected)")
      }
      guard let member = fields.member("body") else { throw FieldError("body", "found none, expected a JSON object") }
      body = member
    } catch {
      throw .line(error)
    }
    do throws(FieldError) { return try request(body, with: []) } catch { throw .body(error) }
  }

  private static func request(_ body: JSONValue, with others: [String]) throws(FieldError) -> ChatCompletionRequest {
    try KnownMembers.check(request: body, or: others)
    if try JSONFields(body).bool("stream") == true {
      throw FieldError("stream", "found true, expected false: the answers of a batch are whole")
    }
    return try ChatCompletionRequest(body)
  }
}
