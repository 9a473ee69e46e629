import SwiftletGGUF

extension HostileCase {
  /// Faults of tensor descriptions.
  static let tensors: [HostileCase] = {
    let dimensions: [(String, [Int64])] = [
      ("an extent of 0", [0]), ("a later extent of 0", [32, 0]), ("an extent of -1", [-1]),
      ("two negative extents", [-4, -4]), ("the least extent", [.min]), ("the least extent times -1", [.min, -1]),
      ("a product that wraps to 0", [1 << 32, 1 << 32]), ("a product that wraps to 8", [1 << 61 + 1, 8]),
      ("a product of 2^63", [1 << 61, 4]), ("a wrapped product hidden by a 0", [1 << 62, 1 << 62, 0, 1]),
      ("the greatest extent twice", [.max, .max]), ("a size of 2^64 bytes", [1 << 62]),
      ("a size of 2^63 bytes", [1 << 20, 1 << 20, 1 << 21]), ("five extents", [1, 1, 1, 1, 1]),
    ]
    let rows: [(String, [Int64], TensorType)] = [
      ("a row of 33 elements", [33], .q4_0), ("a row of half a block", [16, 2], .q8_0),
      ("a scalar of a block type", [], .q8_0), ("a row of half a K block", [128, 2], .q4_K),
    ]
    let names: [(String, [UInt8])] = [
      ("empty", []), ("of 65 bytes", [UInt8](repeating: 0x61, count: 65)), ("that is not UTF-8", [0x61, 0x80]),
      ("with a NUL", [0x61, 0]),
    ]
    let types: [Int32] = [-1, .min, .max, 4, 5, 31, 32, 33, 36, 37, 38, 43, 1000]
    return dimensions.map { HostileCase($0.0, .badDimensions, one("t", $0.1)) }
      + rows.map { HostileCase($0.0, .badDimensions, one("t", $0.1, type: Int32($0.2.rawValue))) }
      + types.map { HostileCase("tensor type \($0)", .badTensorType, one("t", [256], type: $0)) }
      + names.map { name in
        let image = FileImage(tensors: 1).string("name", name.1).number("dimension count", UInt32(1))
          .number("extent", Int64(8)).number("type", Int32(0)).number("offset", UInt64(0))
        return HostileCase("a tensor name " + name.0, .badTensorName, image.data(32))
      } + [
        HostileCase(
          "2^32 - 1 dimensions", .badDimensions,
          FileImage(tensors: 1).string("name", [0x74]).number("dimension count", UInt32.max).data(64)),
        HostileCase(
          "a tensor name of 2^64 - 1 bytes", .badLength,
          FileImage(tensors: 1).string("name", [0x74], length: .max).data(64)),
        HostileCase("the same name twice", .duplicateTensor, two("t", [8], at: 0, "t", [8], at: 32).data(64)),
      ]
  }()

  /// Faults of the tensors' places in the data section.
  static let tensorData: [HostileCase] = [
    HostileCase("an offset of 1", .misalignedTensor, one("t", [8], at: 1)),
    HostileCase("an offset of half the alignment", .misalignedTensor, one("t", [8], at: 16)),
    HostileCase("the greatest offset", .misalignedTensor, one("t", [8], at: .max)),
    HostileCase(
      "an offset that another alignment would allow", .misalignedTensor,
      FileImage(tensors: 1, keys: 1).key("general.alignment", .uint32, little(UInt32(64)))
        .tensor("t", [8], at: 32).data(256, alignment: 64)),
    HostileCase("an offset that wraps to the file's start", .tensorOutsideFile, one("t", [8], at: .max - 31)),
    HostileCase("an offset of 2^63", .tensorOutsideFile, one("t", [8], at: 1 << 63)),
    HostileCase("an offset of 2^63 - 32", .tensorOutsideFile, one("t", [8], at: 1 << 63 - 32)),
    HostileCase("an offset behind the data", .tensorOutsideFile, one("t", [8], at: 288)),
    HostileCase("an offset at the end of the data", .tensorOutsideFile, one("t", [8], at: 256)),
    HostileCase("a tensor that ends behind the data", .tensorOutsideFile, one("t", [16], at: 224)),
    HostileCase("a tensor larger than the file", .tensorOutsideFile, one("t", [1 << 20, 1 << 20])),
    HostileCase("a tensor of nearly 2^63 bytes", .tensorOutsideFile, one("t", [(1 << 61) - 1])),
    HostileCase("a tensor one byte too long", .tensorOutsideFile, FileImage(tensors: 1).tensor("t", [8]).data(31)),
    HostileCase("a tensor without data", .tensorOutsideFile, FileImage(tensors: 1).tensor("t", [8])),
    HostileCase("two tensors in one place", .overlappingTensors, two("a", [8], at: 32, "b", [8], at: 32).data(64)),
    HostileCase(
      "a tensor that runs into the next", .overlappingTensors, two("a", [9], at: 0, "b", [8], at: 32).data(64)),
    HostileCase(
      "a tensor inside an earlier one", .overlappingTensors, two("a", [64], at: 0, "b", [8], at: 64).data(256)),
    HostileCase(
      "a tensor inside a later one", .overlappingTensors, two("a", [8], at: 64, "b", [64], at: 0).data(256)),
  ]

  /// A file with one tensor and 256 bytes of data.
  private static func one(
    _ name: String, _ dimensions: [Int64], type: Int32 = 0, at offset: UInt64 = 0
  ) -> FileImage {
    FileImage(tensors: 1).tensor(name, dimensions, type: type, at: offset).data(256)
  }

  private static func two(
    _ first: String, _ firstDimensions: [Int64], at firstOffset: UInt64,
    _ second: String, _ secondDimensions: [Int64], at secondOffset: UInt64
  ) -> FileImage {
    FileImage(tensors: 2).tensor(first, firstDimensions, at: firstOffset)
      .tensor(second, secondDimensions, at: secondOffset)
  }
}
