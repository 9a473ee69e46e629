import SwiftletJSON
import SwiftletServer

/// A line of a batch file as JSON.
struct BatchLine {
  let location: String
  /// The number of bytes of the file up to the end of the line.
  let end: Int
  /// The value, or the error of a text that is not JSON or too long.
  let json: Result<JSONValue, FieldError>
  /// The value, if the text is JSON but for unpaired surrogates.
  let value: JSONValue?

  init(_ text: Result<[UInt8], FileError>, location: String, end: Int) {
    (self.location, self.end) = (location, end)
    let bytes: [UInt8]
    switch text {
    case .success(let text): bytes = text
    case .failure(let error):
      (json, value) = (.failure(FieldError("", error.reason)), nil)
      return
    }
    do throws(JSONError) {
      let value = try JSONValue.read(bytes, options: .init())
      (json, self.value) = (.success(value), value)
    } catch {
      json = .failure(FieldError("", "not JSON at byte \(error.offset): \(error.reason)"))
      // Read again, for the identifier alone.
      value = try? JSONValue.read(bytes, options: .init(replacesLoneSurrogates: true))
    }
  }

  /// The form, from the members; `nil` if the line is no object.
  var form: BatchRequest.Form? {
    guard let value, value.members != nil else { return nil }
    return value["body"] != nil || value["custom_id"] != nil ? .openAI : .plain
  }
}
