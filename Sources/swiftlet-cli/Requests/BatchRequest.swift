import SwiftletJSON

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
  /// The request, or the error in its line.
  let request: Result<ChatCompletionRequest, Failure>

  /// The URL of chat completions in OpenAI's API.
  private static let url = "/v1/chat/completions"

  /// Parses the lines of a file; those that are blank are no requests.
  static func requests(_ file: [UInt8], path: String) -> [BatchRequest] {
    let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    let blank = " \r\t".utf8
    let parsed = lines.compactMap { index, line in
      line.allSatisfy({ blank.contains($0) }) ? nil : ParsedLine(Array(line), location: "\(path), line \(index + 1)")
    }
    let usual = parsed.lazy.compactMap(\.form).first ?? .plain
    return parsed.map { BatchRequest($0, form: $0.form ?? usual) }
  }

  private init(_ line: ParsedLine, form: Form) {
    self.form = form
    location = line.location
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

/// A line as JSON.
private struct ParsedLine {
  let location: String
  /// The value, or the error of a text that is not JSON.
  let json: Result<JSONValue, FieldError>
  /// The value, if the text is JSON but for unpaired surrogates.
  let value: JSONValue?

  init(_ text: [UInt8], location: String) {
    self.location = location
    do throws(JSONError) {
      let value = try JSONValue.read(text, options: .init())
      (json, self.value) = (.success(value), value)
    } catch {
      json = .failure(FieldError("", "not JSON at byte \(error.offset): \(error.reason)"))
      // Read again, for the identifier alone.
      value = try? JSONValue.read(text, options: .init(replacesLoneSurrogates: true))
    }
  }

  /// The form, from the members; `nil` if the line is no object.
  var form: BatchRequest.Form? {
    guard let value, value.members != nil else { return nil }
    return value["body"] != nil || value["custom_id"] != nil ? .openAI : .plain
  }
}
