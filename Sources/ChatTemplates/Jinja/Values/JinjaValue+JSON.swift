import SwiftletJSON

/// Why a text is not JSON.
public struct JinjaJSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it stops being JSON, in bytes from the beginning.
  public let offset: Int
  /// What JSON has there.
  public let expected: String

  /// The place and what was expected.
  public var description: String { "not JSON at byte \(offset): expected \(expected)" }
}

extension JinjaJSONError {
  fileprivate init(_ error: JSONError) {
    let expected =
      switch error.problem {
      case .unexpected(_, .commaOrArrayEnd), .unexpected(_, .commaOrObjectEnd): "a comma or the closing bracket"
      case .unexpected(_, let expected): "\(expected)"
      case .trailingText: "the end of the text"
      case .controlCharacter: "an escape for the control character"
      case .invalidEscape, .loneSurrogate: "one of the escapes of JSON"
      case .leadingZero: "a number without superfluous zeros"
      case .invalidUTF8: "a string in UTF-8"
      case .tooDeep(let limit): "at most \(limit) levels of nesting"
      case .tooLong(let limit): "at most \(limit) bytes"
      }
    self.init(offset: error.offset, expected: expected)
  }
}

extension JinjaValue {
  /// Reads JSON text (RFC 8259), keeping the order of members.
  ///
  /// Numbers without a fraction and an exponent are integers if they fit, all others are floating point. Half of a
  /// surrogate pair becomes a replacement character.
  ///
  /// - Parameters:
  ///   - json: The text in UTF-8.
  ///   - trusted: Whether control tokens written out in the text's strings count.
  ///   - nesting: How deep lists and dictionaries may nest.
  /// - Throws: ``JinjaJSONError`` if it is not JSON or nests too deep.
  public init(
    json: some Sequence<UInt8>, trusted: Bool = false, nesting: Int = JinjaLimits.standard.nesting
  ) throws(JinjaJSONError) {
    let options = JSONScanner.Options(maximumDepth: nesting, replacesLoneSurrogates: true)
    var scanner = JSONScanner(Array(json), options: options)
    var reader = JinjaJSONReader(isTrusted: trusted)
    do throws(JSONError) {
      while let event = try scanner.next() { reader.take(event) }
    } catch {
      throw JinjaJSONError(error)
    }
    self = reader.document
  }

  /// Reads JSON text (RFC 8259), keeping the order of members.
  ///
  /// - Throws: ``JinjaJSONError`` if it is not JSON or nests too deep.
  public init(json: String, trusted: Bool = false) throws(JinjaJSONError) {
    try self.init(json: json.utf8, trusted: trusted)
  }
}
