/// An error in a member of a JSON value, such as a request or a list of tools.
struct FieldError: Error, CustomStringConvertible {
  /// The path of the member, such as `messages.0.content`; empty for the whole value.
  let member: String
  /// The value found and the values expected.
  let reason: String
  var description: String { member.isEmpty ? reason : "\(member): \(reason)" }

  init(_ member: String, _ reason: String) { (self.member, self.reason) = (member, reason) }
}

extension FileError {
  /// Calls `body`, and names the file in its errors.
  static func naming<Value>(
    _ path: String, _ body: () throws(FieldError) -> Value
  ) throws(FileError) -> Value {
    do throws(FieldError) { return try body() } catch { throw FileError(path, "\(error)") }
  }
}
