import SwiftletGGUF

extension HostileCase {
  /// Faults of keys, types, strings and arrays.
  static let metadata: [HostileCase] = [
    key("empty", []), key("of 65,536 bytes", [UInt8](repeating: 0x61, count: 65_536)),
    key("that is not UTF-8", [0x61, 0xFF]), key("in overlong UTF-8", [0x61, 0xC1, 0xA1]),
    key("with a surrogate", [0x61, 0xED, 0xA0, 0x80]), key("cut inside a character", [0x61, 0xE2, 0x82]),
    key("with a NUL", Array("general.name\0.x".utf8)),
    HostileCase("a key of 2^64 - 1 bytes", .badLength, FileImage(keys: 1).string("key", filler, length: .max)),
    HostileCase("a key of 2^63 bytes", .badLength, FileImage(keys: 1).string("key", filler, length: 1 << 63)),
    HostileCase("a key one byte past the end", .badLength, FileImage(keys: 1).string("key", filler, length: 33)),
    HostileCase(
      "the same key twice in a row", .duplicateKey, FileImage(keys: 2).key("k", text: "a").key("k", text: "a")),
    HostileCase(
      "the same key again with another type", .duplicateKey,
      FileImage(keys: 3).key("k", text: "a").key("l", text: "b").key("k", .uint32, little(UInt32(1)))),
    HostileCase("value type 13", .badValueType, FileImage(keys: 1).key("k", type: 13).raw("value", filler)),
    HostileCase("the greatest value type", .badValueType, FileImage(keys: 1).key("k", type: .max).raw("value", filler)),
    HostileCase("a bool of 2", .badBoolean, FileImage(keys: 1).key("k", .bool, [2])),
    HostileCase("a bool of 255", .badBoolean, FileImage(keys: 1).key("k", .bool, [255])),
    HostileCase("a bool of 2 in an array", .badBoolean, FileImage(keys: 1).array("k", of: .bool, count: 3, [1, 0, 2])),
    HostileCase("a text of 2^64 - 1 bytes", .badLength, text(.max)),
    HostileCase("a text of 2^63 - 1 bytes", .badLength, text(1 << 63 - 1)),
    HostileCase("a text of 2^32 bytes", .badLength, text(1 << 32)),
    HostileCase("a text one byte past the end", .badLength, text(33)),
    HostileCase("an array of type 13", .badValueType, FileImage(keys: 1).array("k", of: 13, count: 1)),
    HostileCase("an array of arrays", .nestedArray, FileImage(keys: 1).array("k", of: 9, count: 1)),
    HostileCase(
      "arrays nested to a great depth", .nestedArray,
      FileImage(keys: 1).key("k", type: 9).raw(
        "nest", [[UInt8]](repeating: little(UInt32(9)) + little(UInt64(1)), count: 10_000).flatMap { $0 })),
    HostileCase("2^64 - 1 bytes in an array", .badCount, array(.uint8, .max)),
    HostileCase("2^61 64-bit numbers, which wraps to 0 bytes", .badCount, array(.uint64, 1 << 61)),
    HostileCase("2^62 floats, which wraps to 0 bytes", .badCount, array(.float32, 1 << 62)),
    HostileCase("2^63 16-bit numbers, which wraps to 0 bytes", .badCount, array(.int16, 1 << 63)),
    HostileCase("2^61 texts", .badCount, array(.string, 1 << 61)),
    HostileCase("2^32 bools", .badCount, array(.bool, 1 << 32)),
    HostileCase("one float more than the file has", .badCount, array(.float32, 9)),
    HostileCase("one text more than the file has", .badCount, array(.string, 5)),
    HostileCase(
      "a text in an array of 2^64 - 1 bytes", .badLength,
      FileImage(keys: 1).array("k", of: 8, count: 1).string("text", filler, length: .max)),
    HostileCase(
      "texts in an array that end behind the file", .badLength,
      FileImage(keys: 1).array("k", of: 8, count: 2).string("text", filler).string("text", [], length: 1)),
  ]

  /// Alignments that make no sense.
  static let alignments: [HostileCase] = [
    alignment("0", .badAlignment, .uint32, little(UInt32(0))),
    alignment("3", .badAlignment, .uint32, little(UInt32(3))),
    alignment("48", .badAlignment, .uint32, little(UInt32(48))),
    alignment("-32", .badAlignment, .int32, little(Int32(-32))),
    alignment("-2^63", .badAlignment, .int64, little(Int64.min)),
    alignment("2^21", .badAlignment, .uint32, little(UInt32(1 << 21))),
    alignment("2^31", .badAlignment, .uint32, little(UInt32(1 << 31))),
    alignment("2^62", .badAlignment, .uint64, little(UInt64(1) << 62)),
    alignment("2^63", .wrongType, .uint64, little(UInt64(1) << 63)),
    alignment("a float", .wrongType, .float32, little(Float(32).bitPattern)),
    alignment("a bool", .wrongType, .bool, [1]),
    HostileCase("an alignment that is a text", .wrongType, FileImage(keys: 1).key("general.alignment", text: "32")),
    HostileCase(
      "an alignment that is an array", .wrongType,
      FileImage(keys: 1).array("general.alignment", of: .uint32, count: 1, little(UInt32(32)))),
  ]

  private static let filler = [UInt8](repeating: 0x20, count: 32)

  private static func key(_ name: String, _ content: [UInt8]) -> HostileCase {
    let image = FileImage(keys: 1).string("key", content).number("type", UInt32(4)).number("value", UInt32(1))
    return HostileCase("a key " + name, .badKey, image)
  }

  private static func text(_ length: UInt64) -> FileImage {
    FileImage(keys: 1).key("k", type: ValueType.string.rawValue).string("text", filler, length: length)
  }

  private static func array(_ type: ValueType, _ count: UInt64) -> FileImage {
    FileImage(keys: 1).array("k", of: type, count: count, filler)
  }

  private static func alignment(
    _ name: String, _ code: GGUFError.Code, _ type: ValueType, _ value: [UInt8]
  ) -> HostileCase {
    let image = FileImage(tensors: 1, keys: 1).key("general.alignment", type, value)
    return HostileCase("an alignment of " + name, code, image.tensor("t", [8]).data(32))
  }
}
