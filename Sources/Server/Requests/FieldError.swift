/// An error in a member of a JSON value, such as a request or a list of tools.
package struct FieldError: Error, CustomStringConvertible {
  /// The path of the member, such as `messages.0.content`; empty for the whole value.
  package let member: String
  /// The value found and the values expected.
  package let reason: String
  package var description: String { member.isEmpty ? reason : "\(member): \(reason)" }

  /// The code in OpenAI's API, if there is one.
  package let code: String?

  /// Creates an error.
  package init(_ member: String, _ reason: String, code: String? = nil) {
    (self.member, self.reason, self.code) = (member, reason, code)
  }
}
