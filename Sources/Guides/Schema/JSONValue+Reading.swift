import SwiftletJSON

extension JSONValue {
  /// The maximum nesting of arrays and objects in documents that are judged.
  static let maximumDepth = JSONSchema.maximumDepth

  /// Reads a document.
  static func read(_ bytes: [UInt8]) throws(GuideError) -> JSONValue {
    do throws(JSONError) {
      return try read(bytes, options: .init(maximumDepth: maximumDepth))
    } catch {
      throw .malformedJSON(offset: error.offset, reason: error.reason)
    }
  }
}
