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
    // Larger exponents than guides write are beyond all bounds of schemas, as this one is.
    let text = JSONWriter.bytes(try JSONValue.read(document).canonical(maximumExponent: 999))
    let (isAccepted, isComplete) = judge(text)
    guard isAccepted || isComplete else { throw Self.tooManyAlternatives }
    return isAccepted
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
    JSONWriter.bytes(try JSONValue.read(document).canonical(maximumExponent: Decimal.maximumExponent))
  }
}

extension JSONValue {
  /// Returns the same value with canonical numbers and without duplicate names in objects.
  ///
  /// - Parameter maximum: The maximum exponent; larger ones become this one.
  /// - Returns: The value.
  fileprivate func canonical(maximumExponent maximum: Int) -> JSONValue {
    switch self {
    case .number(let text):
      .number(Decimal(text, maximumExponent: Decimal.maximumExponent)?.plainText(maximumExponent: maximum) ?? text)
    case .array(let elements): .array(elements.map { $0.canonical(maximumExponent: maximum) })
    case .object(let members): .object(Self.removingDuplicates(members, maximumExponent: maximum))
    default: self
    }
  }

  private static func removingDuplicates(_ members: [Member], maximumExponent maximum: Int) -> [Member] {
    var indices: [PropertyName: Int] = [:]
    var result: [Member] = []
    for member in members {
      let canonical = Member(name: member.name, value: member.value.canonical(maximumExponent: maximum))
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
  static let maximumPlainDigits = 40
  /// The maximum exponent of numbers in documents, beyond that of every numeric type.
  static let maximumExponent = 1 << 40

  /// Returns the number as JSON text, with an exponent of at most `maximum` in size if it needs one.
  func plainText(maximumExponent maximum: Int) -> String {
    func text(_ digits: some Sequence<UInt8>) -> String { digits.map { String($0) }.joined() }
    let sign = isNegative ? "-" : ""
    if exponent <= Self.maximumPlainDigits, digits.count - exponent <= Self.maximumPlainDigits {
      let fraction = fractionDigits
      return sign + text(integerDigits) + (fraction.isEmpty ? "" : "." + text(fraction))
    }
    let fraction = digits.dropFirst()
    let written = min(max(exponent - 1, -maximum), maximum)
    return sign + text(digits.prefix(1)) + (fraction.isEmpty ? "" : "." + text(fraction)) + "e\(written)"
  }
}
