/// A metadata value of a GGUF file, with its type in the file.
public enum GGUFValue: Sendable, Equatable {
  case uint8(UInt8)
  case int8(Int8)
  case uint16(UInt16)
  case int16(Int16)
  case uint32(UInt32)
  case int32(Int32)
  case float32(Float)
  case bool(Bool)
  /// A string as bytes, nominally UTF-8.
  case string([UInt8])
  case array(GGUFArray)
  case uint64(UInt64)
  case int64(Int64)
  case float64(Double)

  /// Creates a string value from text.
  public static func text(_ text: String) -> GGUFValue { .string(Array(text.utf8)) }
}

/// A metadata array, whose elements have the same type; arrays do not nest.
public enum GGUFArray: Sendable, Equatable {
  case uint8([UInt8])
  case int8([Int8])
  case uint16([UInt16])
  case int16([Int16])
  case uint32([UInt32])
  case int32([Int32])
  case float32([Float])
  case bool([Bool])
  case string(ByteStrings)
  case uint64([UInt64])
  case int64([Int64])
  case float64([Double])
}

/// The type codes of metadata values in the file.
enum GGUFValueType: UInt32 {
  case uint8, int8, uint16, int16, uint32, int32, float32, bool, string, array, uint64, int64, float64

  /// The minimum size in bytes of a value of this type.
  var minimumSize: Int {
    switch self {
    case .uint8, .int8, .bool: 1
    case .uint16, .int16: 2
    case .uint32, .int32, .float32: 4
    case .uint64, .int64, .float64, .string: 8
    case .array: 12
    }
  }
}

extension GGUFValue {
  var type: GGUFValueType {
    switch self {
    case .uint8: .uint8
    case .int8: .int8
    case .uint16: .uint16
    case .int16: .int16
    case .uint32: .uint32
    case .int32: .int32
    case .float32: .float32
    case .bool: .bool
    case .string: .string
    case .array: .array
    case .uint64: .uint64
    case .int64: .int64
    case .float64: .float64
    }
  }

  /// The value as an integer, of any width; nil if it is not an integer or does not fit.
  public var integer: Int? {
    switch self {
    case .uint8(let value): Int(value)
    case .int8(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint64(let value): Int(exactly: value)
    case .int64(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value as a floating-point number; nil if it has another type.
  public var float: Double? {
    switch self {
    case .float32(let value): Double(value)
    case .float64(let value): value
    default: nil
    }
  }
}

extension GGUFArray {
  var elementType: GGUFValueType {
    switch self {
    case .uint8: .uint8
    case .int8: .int8
    case .uint16: .uint16
    case .int16: .int16
    case .uint32: .uint32
    case .int32: .int32
    case .float32: .float32
    case .bool: .bool
    case .string: .string
    case .uint64: .uint64
    case .int64: .int64
    case .float64: .float64
    }
  }

  /// The number of elements.
  public var count: Int {
    switch self {
    case .uint8(let values): values.count
    case .int8(let values): values.count
    case .uint16(let values): values.count
    case .int16(let values): values.count
    case .uint32(let values): values.count
    case .int32(let values): values.count
    case .float32(let values): values.count
    case .bool(let values): values.count
    case .string(let values): values.count
    case .uint64(let values): values.count
    case .int64(let values): values.count
    case .float64(let values): values.count
    }
  }

  /// The elements as integers, of any width; nil if they are not integers or one does not fit.
  public var integers: [Int]? {
    switch self {
    case .uint8(let values): values.map { Int($0) }
    case .int8(let values): values.map { Int($0) }
    case .uint16(let values): values.map { Int($0) }
    case .int16(let values): values.map { Int($0) }
    case .uint32(let values): values.map { Int($0) }
    case .int32(let values): values.map { Int($0) }
    case .uint64(let values): Self.exactly(values)
    case .int64(let values): Self.exactly(values)
    default: nil
    }
  }

  private static func exactly(_ values: [some FixedWidthInteger]) -> [Int]? {
    let integers = values.compactMap { Int(exactly: $0) }
    return integers.count == values.count ? integers : nil
  }
}

extension GGUFValue: CustomStringConvertible {
  /// The number of bytes of a string that a description shows.
  static let shownBytes = 80

  /// A short description of the value; long strings and arrays are truncated.
  public var description: String {
    switch self {
    case .uint8(let value): "\(value)"
    case .int8(let value): "\(value)"
    case .uint16(let value): "\(value)"
    case .int16(let value): "\(value)"
    case .uint32(let value): "\(value)"
    case .int32(let value): "\(value)"
    case .float32(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .string(let bytes): Self.shortened(bytes[...], limit: Self.shownBytes)
    case .array(let array): array.description
    case .uint64(let value): "\(value)"
    case .int64(let value): "\(value)"
    case .float64(let value): "\(value)"
    }
  }

  /// Quotes and truncates a string, escaping control characters that would affect a terminal.
  ///
  /// `byteCount` is the length of a string of which `bytes` is the beginning.
  static func shortened(_ bytes: ArraySlice<UInt8>, limit: Int, byteCount: Int? = nil) -> String {
    let byteCount = byteCount ?? bytes.count
    var text = "\"".unicodeScalars
    for scalar in String(decoding: bytes.prefix(limit), as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text.append(contentsOf: scalar.escaped(asASCII: true).unicodeScalars)
      default:
        if scalar == "\"" || scalar == "\\" { text.append("\\") }
        text.append(scalar)
      }
    }
    text.append("\"")
    return String(text) + (byteCount > limit ? "… (\(byteCount) bytes)" : "")
  }
}

extension GGUFArray: CustomStringConvertible {
  /// The count, the element type, and the first few elements.
  public var description: String { description(count: count) }

  /// The number of elements that a description shows.
  static let shownCount = 6

  /// The description of an array of `count` elements that begins with these.
  func description(count: Int) -> String {
    func list<Element>(_ values: some Collection<Element>, _ text: (Element) -> String = { "\($0)" }) -> String {
      values.prefix(Self.shownCount).map(text).joined(separator: ", ") + (values.count > Self.shownCount ? ", …" : "")
    }
    let elements =
      switch self {
      case .uint8(let values): list(values)
      case .int8(let values): list(values)
      case .uint16(let values): list(values)
      case .int16(let values): list(values)
      case .uint32(let values): list(values)
      case .int32(let values): list(values)
      case .float32(let values): list(values)
      case .bool(let values): list(values)
      case .string(let values): list(values) { GGUFValue.shortened($0, limit: 24) }
      case .uint64(let values): list(values)
      case .int64(let values): list(values)
      case .float64(let values): list(values)
      }
    return "\(count) × \(elementType): [\(elements)]"
  }
}
