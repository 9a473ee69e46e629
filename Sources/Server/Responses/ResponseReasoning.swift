import Foundation

/// The form of reasoning in a response.
package struct ResponseReasoning: Sendable, Equatable {
  /// True if the reasoning is in the place of its summary, for clients that ask for one.
  package var isSummary = false
  /// True if items have the reasoning also in a form that clients send back without reading it.
  package var isPortable = false

  /// Creates a form.
  package init(isSummary: Bool = false, isPortable: Bool = false) {
    (self.isSummary, self.isPortable) = (isSummary, isPortable)
  }

  private static let mark = "swiftlet:"

  /// Returns the value of `encrypted_content`: nothing is secret here, so it is only encoded.
  static func portable(_ text: String) -> String { mark + Data(text.utf8).base64EncodedString() }

  /// Returns the reasoning of a value of `encrypted_content`; `nil` for one of another server.
  static func text(ofPortable portable: String) -> String? {
    guard portable.hasPrefix(mark), let data = Data(base64Encoded: String(portable.dropFirst(mark.count))) else {
      return nil
    }
    return String(validating: data, as: UTF8.self)
  }
}
