import SwiftletJSON

extension JSONValue {
  /// The maximum nesting of arrays and objects in schemas, and in documents that are judged.
  static let maximumDepth = 512

  /// Reads the document that bytes are, which may begin with a byte order mark.
  static func read(_ bytes: [UInt8]) throws(GuideError) -> JSONValue {
    do throws(JSONError) {
      return try JSONReader<JSONValue>.read(
        bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, options: .init(maximumDepth: maximumDepth))
    } catch {
      throw .malformedJSON(offset: error.offset, reason: error.reason)
    }
  }
}
