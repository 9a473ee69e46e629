import SwiftletJSON

/// Validation of complete documents.
extension Guide {
  /// Validates a JSON document against the guide's schema.
  ///
  /// Only the value matters: white space, escapes and the spelling of numbers are ignored. Of repeated members the last
  /// is used, as in most parsers.
  ///
  /// - Parameter document: JSON text in UTF-8.
  /// - Returns: True if the document satisfies the schema.
  /// - Throws: ``GuideError/malformedJSON(offset:reason:)`` if the text is not JSON, or nested beyond 512 levels, and
  ///   ``GuideError/tooComplex(pointer:reason:)`` if there were too many alternatives to follow all of them.
  public func accepts(document: [UInt8]) throws(GuideError) -> Bool {
    var matcher = makeMatcher()
    if try matcher.accept(bytes: Self.canonicalText(ofDocument: document)), matcher.isAccepting { return true }
    try checkCompleteness()
    return false
  }

  /// Returns a JSON document in the canonical spelling of a guide without white space.
  ///
  /// Only required characters are escaped, numbers have no exponents unless they are very large or small, and members
  /// keep their order.
  ///
  /// - Parameter document: JSON text in UTF-8.
  /// - Returns: The JSON text of the same value.
  /// - Throws: ``GuideError/malformedJSON(offset:reason:)`` if the text is not JSON.
  public static func canonicalText(ofDocument document: [UInt8]) throws(GuideError) -> [UInt8] {
    JSONWriter.bytes(try JSONValue.read(document).canonical)
  }
}

extension JSONValue {
  /// The same value with canonical numbers and without duplicate names in objects.
  fileprivate var canonical: JSONValue {
    switch self {
    case .number(let text): .number(Decimal(text)?.plainText ?? text)
    case .array(let elements): .array(elements.map(\.canonical))
    case .object(let members): .object(Self.removingDuplicates(members))
    default: self
    }
  }

  private static func removingDuplicates(_ members: [Member]) -> [Member] {
    var indices: [PropertyName: Int] = [:]
    var result: [Member] = []
    for member in members {
      let canonical = Member(name: member.name, value: member.value.canonical)
      if let index = indices.updateValue(result.count, forKey: Array(member.name.utf8)) {
        indices[Array(member.name.utf8)] = index
        result[index] = canonical
      } else {
        result.append(canonical)
      }
    }
    return result
  }
}

extension Decimal {
  /// The maximum number of digits on either side of the point without an exponent.
  private static let maximumPlainDigits = 40

  /// The number as JSON text.
  var plainText: String {
    func text(_ digits: some Sequence<UInt8>) -> String { digits.map { String($0) }.joined() }
    let sign = isNegative ? "-" : ""
    if exponent <= Self.maximumPlainDigits, digits.count - exponent <= Self.maximumPlainDigits {
      let fraction = fractionDigits
      return sign + text(integerDigits) + (fraction.isEmpty ? "" : "." + text(fraction))
    }
    let fraction = digits.dropFirst()
    return sign + text(digits.prefix(1)) + (fraction.isEmpty ? "" : "." + text(fraction)) + "e\(exponent - 1)"
  }
}
