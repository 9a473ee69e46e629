import SwiftletJSON

/// Judging documents that are there already.
extension Guide {
  /// Whether a JSON document satisfies the schema that the guide was made from.
  ///
  /// What counts is the value: white space, escapes and the spelling of numbers are those of the document. Of several
  /// members of one name the last counts, as with most parsers.
  ///
  /// - Parameter document: JSON text in UTF-8.
  /// - Returns: Whether it does.
  /// - Throws: ``GuideError/malformedJSON(offset:reason:)`` if the text is not JSON, or nested beyond 512 levels, and
  ///   ``GuideError/tooComplex(pointer:reason:)`` if alternatives of the schema multiply so that not all were looked at.
  public func accepts(document: [UInt8]) throws(GuideError) -> Bool {
    var matcher = makeMatcher()
    if try matcher.accept(bytes: Self.spelling(ofDocument: document)), matcher.isAccepting { return true }
    guard !hasLeftOutReadings else {
      throw .tooComplex(pointer: "", reason: "more than \(Machine.maximumReadings) alternatives at a time")
    }
    return false
  }

  /// A JSON document as a guide without white space has it: nothing escaped that need not be, numbers without exponents
  /// as far as they are not very large or small, members in their order.
  ///
  /// - Parameter document: JSON text in UTF-8.
  /// - Returns: The same value as another text.
  /// - Throws: ``GuideError/malformedJSON(offset:reason:)`` if the text is not JSON.
  public static func spelling(ofDocument document: [UInt8]) throws(GuideError) -> [UInt8] {
    JSONWriter.bytes(try JSONValue.read(document).plain)
  }
}

extension JSONValue {
  /// The same value with numbers in plain spelling and no name twice in an object.
  fileprivate var plain: JSONValue {
    switch self {
    case .number(let text): .number(Decimal(text)?.plainText ?? text)
    case .array(let elements): .array(elements.map(\.plain))
    case .object(let members): .object(Self.withoutRepetitions(members))
    default: self
    }
  }

  private static func withoutRepetitions(_ members: [Member]) -> [Member] {
    var places: [PropertyName: Int] = [:]
    var result: [Member] = []
    for member in members {
      let plain = Member(name: member.name, value: member.value.plain)
      if let place = places.updateValue(result.count, forKey: Array(member.name.utf8)) {
        places[Array(member.name.utf8)] = place
        result[place] = plain
      } else {
        result.append(plain)
      }
    }
    return result
  }
}

extension Decimal {
  /// How many digits are written out on either side of the point before an exponent is used instead.
  private static let longestPlain = 40

  /// The number as JSON text.
  var plainText: String {
    func text(_ digits: some Sequence<UInt8>) -> String { digits.map { String($0) }.joined() }
    let sign = isNegative ? "-" : ""
    if exponent <= Self.longestPlain, digits.count - exponent <= Self.longestPlain {
      let fraction = fractionDigits
      return sign + text(integerDigits) + (fraction.isEmpty ? "" : "." + text(fraction))
    }
    let fraction = digits.dropFirst()
    return sign + text(digits.prefix(1)) + (fraction.isEmpty ? "" : "." + text(fraction)) + "e\(exponent - 1)"
  }
}
