import SwiftletGGUF

/// The value type numbers of the format, written down apart from the module under test.
enum ValueType: UInt32, CaseIterable {
  case uint8, int8, uint16, int16, uint32, int32, float32, bool, string, array, uint64, int64, float64
}

/// The bytes of a GGUF file put together field by field, so that any of them can be wrong.
///
/// Each method returns the image with something added, which lets a test spell a file in the order of its bytes.
struct FileImage: Sendable {
  /// A part of the file that a reader takes in one step.
  struct Field: Sendable {
    let name: String
    let range: Range<Int>
    /// The expected error code for a file that is truncated at the start of the field or inside it.
    let codeIfCut: GGUFError.Code
  }

  private(set) var bytes: [UInt8] = []
  private(set) var fields: [Field] = []

  init(magic: String = "GGUF", version: UInt32 = 3, tensors: UInt64 = 0, keys: UInt64 = 0) {
    self = raw("magic", Array(magic.utf8)).number("version", version)
      .number("tensor count", tensors).number("key count", keys)
  }

  /// Adds bytes as they are.
  func raw(_ field: String, _ content: [UInt8], ifCut code: GGUFError.Code = .truncated) -> FileImage {
    var image = self
    image.fields.append(Field(name: field, range: bytes.count..<bytes.count + content.count, codeIfCut: code))
    image.bytes += content
    return image
  }

  /// Adds a number in little-endian order.
  func number(
    _ field: String, _ number: some FixedWidthInteger, ifCut code: GGUFError.Code = .truncated
  ) -> FileImage {
    raw(field, little(number), ifCut: code)
  }

  /// Adds a string with its length, or with a wrong one.
  func string(
    _ field: String, _ content: [UInt8], length: UInt64? = nil,
    ifCut codes: (length: GGUFError.Code, content: GGUFError.Code) = (.truncated, .badLength)
  ) -> FileImage {
    number(field + " length", length ?? UInt64(content.count), ifCut: codes.length)
      .raw(field, content, ifCut: codes.content)
  }

  /// Adds a key with its type number, but no value.
  func key(_ key: String, type: UInt32) -> FileImage { string(key, Array(key.utf8)).number(key + " type", type) }

  /// Adds a key with a value that is no array.
  func key(_ key: String, _ type: ValueType, _ value: [UInt8]) -> FileImage {
    self.key(key, type: type.rawValue).raw(key + " value", value)
  }

  /// Adds a key with a text.
  func key(_ key: String, text: String) -> FileImage {
    self.key(key, type: ValueType.string.rawValue).string(key + " text", Array(text.utf8))
  }

  /// Adds a key with an array's element type and count, but no elements.
  func array(_ key: String, of type: UInt32, count: UInt64) -> FileImage {
    self.key(key, type: ValueType.array.rawValue).number(key + " element type", type)
      .number(key + " element count", count)
  }

  /// Adds a key with an array of numbers or bools.
  func array(_ key: String, of type: ValueType, count: UInt64, _ elements: [UInt8]) -> FileImage {
    array(key, of: type.rawValue, count: count).raw(key + " elements", elements, ifCut: .badCount)
  }

  /// Adds the description of a tensor.
  func tensor(_ name: String, _ dimensions: [Int64], type: Int32 = 0, at offset: UInt64 = 0) -> FileImage {
    var image = string(name, Array(name.utf8)).number(name + " dimension count", UInt32(dimensions.count))
    for (index, extent) in dimensions.enumerated() { image = image.number("\(name) dimension \(index)", extent) }
    return image.number(name + " type", type).number(name + " offset", offset)
  }

  /// Adds padding and then the data section.
  func data(_ count: Int, alignment: Int = 32) -> FileImage {
    let padding = (alignment - bytes.count % alignment) % alignment
    return raw("padding", [UInt8](repeating: 0, count: padding), ifCut: .tensorOutsideFile)
      .raw("data", (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }, ifCut: .tensorOutsideFile)
  }
}

/// The bytes of a number in little-endian order.
func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  (0..<MemoryLayout<Number>.size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

extension FileImage {
  /// A valid file with a value of every type, an array of every element type, and tensors of 0 to 4 dimensions.
  static let valid: FileImage = {
    var image = FileImage(tensors: 4, keys: 25)
      .key("general.architecture", text: "llama")
      .key("a.bool", .bool, [1])
      .key("an.empty.text", text: "")
    for (type, size) in numbers {
      image = image.key("a.\(type)", type, (1...UInt8(size)).map { $0 })
      image = image.array("some.\(type)", of: type, count: 3, (1...UInt8(3 * size)).map { $0 })
    }
    image = image.array("some.bools", of: .bool, count: 3, [1, 0, 1])
    // While there are less than the 8 bytes that each text takes at least, their number is what is refused.
    image = image.array("some.texts", of: ValueType.string.rawValue, count: 4)
      .string("text 0", Array("<s>".utf8), ifCut: (.badCount, .badCount))
      .string("text 1", Array("token".utf8), ifCut: (.badCount, .badCount))
      .string("text 2", [0xE2, 0x96], ifCut: (.badCount, .badLength))
      .string("text 3", [])
    return image.tensor("scalar", [])
      .tensor("norm.weight", [8], at: 32)
      .tensor("blk.0.attn_q.weight", [32, 3], type: 8, at: 64)
      .tensor("experts", [32, 2, 1, 2], type: 2, at: 192)
      .data(192 + 72)
  }()

  private static let numbers: [(ValueType, Int)] = [
    (.uint8, 1), (.int8, 1), (.uint16, 2), (.int16, 2), (.uint32, 4), (.int32, 4), (.float32, 4), (.uint64, 8),
    (.int64, 8), (.float64, 8),
  ]
}
