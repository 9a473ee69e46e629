import SwiftletJSON

/// A table of recorded spellings: the bytes of values and names whose text matters after their end.
///
/// A spelling is a path in a tree from its last byte to the first, identified by an integer; 0 stands for none.
struct SpellingTable {
  /// The empty spelling.
  static let empty: Int32 = 1

  private var parents: [Int32] = [0, 0]
  private var bytes: [UInt8] = [0, 0]
  private var index = TransitionTable()

  var byteCount: Int { parents.count * 5 + index.byteCount }

  /// Returns a recorded spelling extended by a byte; none remains none.
  mutating func append(_ byte: UInt8, to spelling: Int32) -> Int32 {
    guard spelling != 0 else { return 0 }
    let key = UInt64(UInt32(bitPattern: spelling)) << 8 | UInt64(byte)
    if let known = index[key] { return known }
    let number = Int32(parents.count)
    parents.append(spelling)
    bytes.append(byte)
    index.insert(key, number)
    return number
  }

  /// Returns the bytes of a spelling.
  func text(_ spelling: Int32) -> [UInt8] {
    var result: [UInt8] = []
    var current = spelling
    while current > Self.empty {
      result.append(bytes[Int(current)])
      current = parents[Int(current)]
    }
    return result.reversed()
  }
}

/// A scalar value, equal to others in the sense of JSON Schema.
enum ScalarValue: Hashable, Sendable {
  case string(PropertyName)
  case number(Decimal)
  /// A literal, or a number beyond the range of `Decimal`.
  case other([UInt8])

  /// Creates the value of a JSON text.
  init(_ text: [UInt8]) {
    switch try? JSONValue.read(text) {
    case .string(let string)?: self = .string(Array(string.utf8))
    case .number(let number)?:
      self = Decimal(number, maximumExponent: 1100).map { .number($0) } ?? .other(text)
    default: self = .other(text)
    }
  }

  /// The approximate size of the value's contents, in bytes.
  var byteCount: Int {
    switch self {
    case .string(let text), .other(let text): text.count
    case .number(let number): number.digits.count
    }
  }
}
