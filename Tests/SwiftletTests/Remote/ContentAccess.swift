import SwiftletJSON

@testable import Swiftlet

/// Access to JSON that was sent, for tests.
extension GeneratedContent {
  /// A structure with the given members, of which those without a value are left out.
  static func members(_ members: [(String, GeneratedContent?)]) -> GeneratedContent {
    GeneratedContent(
      properties: members.compactMap { name, value in value.map { (name, $0) } }, uniquingKeysWith: { $1 })
  }

  /// A member of a structure, or `nil` if it is absent or null, or if this is no structure.
  func member(_ name: String) -> GeneratedContent? {
    guard case .structure(let properties, _) = storage, let value = properties[name], value.storage != .null else {
      return nil
    }
    return value
  }

  /// The text that this is, if it is one.
  var asText: String? { if case .string(let text) = storage { text } else { nil } }

  /// The whole number that this is, if it is one.
  var asInteger: Int? { if case .number(let number) = storage { number.integer } else { nil } }

  /// The elements of the array that this is, if it is one.
  var asElements: [GeneratedContent]? { if case .array(let elements) = storage { elements } else { nil } }
}
