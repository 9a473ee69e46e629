import SwiftletGGUF

extension GGUFValue {
  /// The value with floats replaced by their bit patterns, so that NaNs can be compared.
  var exact: GGUFValue {
    switch self {
    case .float32(let value): .uint32(value.bitPattern)
    case .float64(let value): .uint64(value.bitPattern)
    case .array(.float32(let values)): .array(.uint32(values.map(\.bitPattern)))
    case .array(.float64(let values)): .array(.uint64(values.map(\.bitPattern)))
    default: self
    }
  }

  /// Values of every type with the ends of their ranges, and arrays of every element type with and without elements.
  static let samples: [GGUFValue] = [
    .uint8(0), .uint8(.max), .int8(.min), .int8(.max), .uint16(.max), .int16(.min), .uint32(.max), .int32(.min),
    .uint64(.max), .int64(.min), .bool(false), .bool(true),
    .float32(-0.0), .float32(.leastNonzeroMagnitude), .float32(.infinity), .float32(Float(bitPattern: 0x7FC1_2345)),
    .float32(Float(bitPattern: 0xFF80_0001)),  // a signalling NaN
    .float64(-0.0), .float64(.greatestFiniteMagnitude), .float64(Double(bitPattern: 0x7FF8_0000_DEAD_BEEF)),
    .float64(Double(bitPattern: 0xFFF0_0000_0000_0001)),
    .text(""), .text("größer 🦉"), .string([0]), .string([0xFF, 0xC0, 0x80, 0x0A]),
    .string([UInt8](repeating: 0x78, count: 100_000)),
    .array(.uint8([])), .array(.uint8([0, 1, 255])), .array(.int8([])), .array(.int8([-128, 127])),
    .array(.uint16([])), .array(.uint16([0, .max])), .array(.int16([])), .array(.int16([.min, .max])),
    .array(.uint32([])), .array(.uint32([0, .max])), .array(.int32([])), .array(.int32([.min, .max])),
    .array(.uint64([])), .array(.uint64([0, .max])), .array(.int64([])), .array(.int64([.min, .max])),
    .array(.bool([])), .array(.bool([true, false, true])),
    .array(.float32([])), .array(.float32([0.5, .nan, -.infinity, Float(bitPattern: 0x7F80_0001)])),
    .array(.float64([])), .array(.float64([0.1, .nan, Double(bitPattern: 0x7FF0_0000_0000_0001)])),
    .array(.string(ByteStrings())), .array(.string(ByteStrings(["", "<s>", "▁the", ""]))),
    .array(.string(ByteStrings([[0xE2, 0x96], [], [0xFF, 0]]))),
  ]
}
