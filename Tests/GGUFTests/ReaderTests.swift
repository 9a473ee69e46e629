import SwiftletGGUF
import TestSupport
import Testing

/// Contents and tensors of valid files.
@Suite struct ReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func readsWhatThePythonPackageWrites() throws {
    let file = try GGUFFile(path: TestFiles.fixture("blocks/metadata.gguf"))
    let expected: [(String, GGUFValue)] = [
      ("general.architecture", .text("test")),
      ("low.uint8", .uint8(0)), ("high.uint8", .uint8(.max)), ("array.uint8", .array(.uint8([0, 1, .max]))),
      ("low.int8", .int8(.min)), ("high.int8", .int8(.max)), ("array.int8", .array(.int8([.min, 1, .max]))),
      ("low.uint16", .uint16(0)), ("high.uint16", .uint16(.max)), ("array.uint16", .array(.uint16([0, 1, .max]))),
      ("low.int16", .int16(.min)), ("high.int16", .int16(.max)), ("array.int16", .array(.int16([.min, 1, .max]))),
      ("low.uint32", .uint32(0)), ("high.uint32", .uint32(.max)), ("array.uint32", .array(.uint32([0, 1, .max]))),
      ("low.int32", .int32(.min)), ("high.int32", .int32(.max)), ("array.int32", .array(.int32([.min, 1, .max]))),
      ("low.uint64", .uint64(0)), ("high.uint64", .uint64(.max)), ("array.uint64", .array(.uint64([0, 1, .max]))),
      ("low.int64", .int64(.min)), ("high.int64", .int64(.max)), ("array.int64", .array(.int64([.min, 1, .max]))),
      ("value.float32", .float32(-0.15625)), ("value.float64", .float64(1e300)), ("value.bool", .bool(true)),
      ("value.string", .text("größer 🦉")), ("array.float32", .array(.float32([0.5, -1, .infinity]))),
      ("array.float64", .array(.float64([0.1, -1e-300]))), ("array.bool", .array(.bool([true, false, true]))),
      ("array.string", .array(.string(ByteStrings(["<s>", "", "▁the", "a b"])))), ("general.alignment", .uint32(64)),
    ]
    #expect(file.metadata.keys == expected.map(\.0))
    for (key, value) in expected { #expect(file.metadata[key] == value) }
    #expect(file.tensors.map(\.name) == ["first", "second"])
    #expect(try file.tensor("first").dimensions == [3, 2])
    #expect(try file.tensor("first").floats() == [0, 1, 2, 3, 4, 5])
    let second = try file.tensor("second")
    #expect(second.type == .i32 && second.range.lowerBound % 64 == 0)
    #expect(second.withBytes { Array($0) } == little(Int32(-3)) + little(Int32(7)) + little(Int32.max))
  }

  @Test func version2ReadsLikeVersion3() throws {
    var bytes = FileImage.valid.bytes
    let third = try GGUFFile(path: folder.write(bytes, to: "3.gguf"))
    bytes[4] = 2
    let second = try GGUFFile(path: folder.write(bytes, to: "2.gguf"))
    #expect(third.version == 3 && second.version == 2)
    #expect(second.metadata.keys == third.metadata.keys && second.metadata.keys.count == 25)
    for key in third.metadata.keys { #expect(second.metadata[key]?.exact == third.metadata[key]?.exact) }
    #expect(second.tensors.map(\.range) == third.tensors.map(\.range))
  }

  @Test func tensorsHaveRowsAndColumns() throws {
    let file = try GGUFFile(path: folder.write(FileImage.valid.bytes))
    let scalar = try file.tensor("scalar")
    #expect(scalar.columns == 1 && scalar.rows == 1 && scalar.elementCount == 1 && scalar.byteCount == 4)
    let matrix = try file.tensor("blk.0.attn_q.weight")
    #expect(matrix.columns == 32 && matrix.rows == 3 && matrix.bytesPerRow == 34 && matrix.byteCount == 102)
    let experts = try file.tensor("experts")
    #expect(experts.columns == 32 && experts.rows == 4 && experts.bytesPerRow == 18)
    #expect(file["experts"]?.range == experts.range && file["expert"] == nil)
    #expect(file.tensorByteCount == 4 + 32 + 102 + 72)
  }

  @Test func gapsAndAnyOrderAreAllowed() throws {
    let image = FileImage(tensors: 2).tensor("late", [1], at: 96).tensor("early", [1], at: 32).data(100)
    let file = try GGUFFile(path: folder.write(image.bytes))
    #expect(file.tensors.map(\.name) == ["late", "early"])
    #expect(file.tensors[0].range.lowerBound - file.tensors[1].range.lowerBound == 64)
  }

  @Test func longestNamesAndLargestAlignmentAreAllowed() throws {
    let name = String(repeating: "n", count: 64)
    let key = String(repeating: "k", count: 65_535)
    let image = FileImage(tensors: 1, keys: 2).key(key, .bool, [1])
      .key("general.alignment", .uint64, little(UInt64(1 << 20))).tensor(name, [1]).data(4, alignment: 1 << 20)
    let file = try GGUFFile(path: folder.write(image.bytes))
    #expect(try file.metadata.bool(key) == true)
    #expect(try file.tensor(name).range == 1 << 20..<1 << 20 + 4)
  }

  @Test func tensorsThatDoNotFitThePurposeAreRefused() throws {
    let path = TestFiles.fixture("blocks/metadata.gguf")
    let file = try GGUFFile(path: path)
    let missing = #expect(throws: GGUFError.self) { try file.tensor("third") }
    #expect(missing?.code == .missingTensor && missing?.subject == .tensor("third") && missing?.file == path)
    let shape = #expect(throws: GGUFError.self) { try file.tensor("first").require(dimensions: [2, 3]) }
    #expect(shape?.code == .badDimensions && shape?.found.contains("[3, 2]") == true && shape?.expected == "[2, 3]")
    try file.tensor("first").require(dimensions: [3, 2])
    let type = #expect(throws: GGUFError.self) { try file.tensor("second").floats() }
    #expect(type?.code == .badTensorType && type?.found == "I32" && type?.expected.contains("Q4_0") == true)
    #expect(try type?.offset == file.tensor("second").range.lowerBound)
  }
}
