import SwiftletJSON

extension JSONValue {
  /// The maximum nesting depth of arrays and objects in validated documents.
  static let maximumDepth = JSONSchema.maximumDepth

  /// Parses a document, converting errors to `GuideError`.
  static func read(_ bytes: [UInt8]) throws(GuideError) -> JSONValue {
    do throws(JSONError) {
      return try read(bytes, options: .init(maximumDepth: maximumDepth))
    } catch {
      throw .malformedJSON(offset: error.offset, reason: error.reason)
    }
  }
}
