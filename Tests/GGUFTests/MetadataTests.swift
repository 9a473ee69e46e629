import SwiftletGGUF
import Testing

/// The typed getters.
@Suite struct MetadataTests {
  private func metadata(_ value: GGUFValue) -> GGUFMetadata {
    var metadata = GGUFMetadata(file: "model.gguf")
    metadata["k"] = value
    return metadata
  }

  @Test(arguments: [
    GGUFValue.uint8(7), .int8(7), .uint16(7), .int16(7), .uint32(7), .int32(7), .uint64(7), .int64(7),
  ])
  func integersOfEveryWidthAreIntegers(_ value: GGUFValue) throws {
    let metadata = metadata(value)
    #expect(try metadata.integer("k") == 7)
    #expect(try metadata.float("k") == 7)
    #expect(try metadata.integer("k", in: 0...7) == 7)
    #expect(try metadata.integers("k", perLayer: 3) == [7, 7, 7])
  }

  @Test(arguments: [
    GGUFArray.uint8([3, 4]), .int8([3, 4]), .uint16([3, 4]), .int16([3, 4]), .uint32([3, 4]), .int32([3, 4]),
    .uint64([3, 4]), .int64([3, 4]),
  ])
  func integerArraysOfEveryWidthAreIntegers(_ array: GGUFArray) throws {
    let metadata = metadata(.array(array))
    #expect(try metadata.integers("k") == [3, 4])
    #expect(try metadata.integers("k", perLayer: 2) == [3, 4])
    let short = #expect(throws: GGUFError.self) { try metadata.integers("k", perLayer: 3) }
    #expect(short?.code == .outOfRange && short?.subject == .key("k"))
    let scalar = #expect(throws: GGUFError.self) { try metadata.integer("k") }
    #expect(scalar?.code == .wrongType && scalar?.subject == .key("k"))
  }

  @Test func otherTypesHaveTheirGetters() throws {
    #expect(try metadata(.text("a")).string("k") == "a")
    #expect(try metadata(.string([0x61, 0xFF])).string("k") == "a\u{FFFD}")
    #expect(try metadata(.float32(0.5)).float("k") == 0.5)
    #expect(try metadata(.float64(1e300)).float("k") == 1e300)
    #expect(try metadata(.bool(true)).bool("k") == true)
    #expect(try metadata(.uint8(1)).bool("k") == true)
    #expect(try metadata(.int64(0)).bool("k") == false)
    #expect(try metadata(.array(.float32([1, 2]))).floats("k") == [1, 2])
    let texts = ByteStrings(["a", "b"])
    #expect(try metadata(.array(.string(texts))).byteStrings("k") == texts)
  }

  @Test func valuesOfAnotherTypeThrow() {
    func code(_ value: GGUFValue, _ read: (GGUFMetadata) throws -> Any?) -> GGUFError.Code? {
      #expect(throws: GGUFError.self, "\(value)") { try read(metadata(value)) }?.code
    }
    #expect(code(.uint32(1)) { try $0.string("k") } == .wrongType)
    #expect(code(.text("1")) { try $0.integer("k") } == .wrongType)
    #expect(code(.float32(1)) { try $0.integer("k") } == .wrongType)
    #expect(code(.bool(true)) { try $0.integer("k") } == .wrongType)
    #expect(code(.uint64(.max)) { try $0.integer("k") } == .wrongType)
    #expect(code(.text("1")) { try $0.float("k") } == .wrongType)
    #expect(code(.uint8(2)) { try $0.bool("k") } == .wrongType)
    #expect(code(.float32(1)) { try $0.bool("k") } == .wrongType)
    #expect(code(.text("a")) { try $0.byteStrings("k") } == .wrongType)
    #expect(code(.array(.float32([]))) { try $0.byteStrings("k") } == .wrongType)
    #expect(code(.array(.float64([1]))) { try $0.floats("k") } == .wrongType)
    #expect(code(.array(.float32([1]))) { try $0.integers("k") } == .wrongType)
    #expect(code(.array(.uint64([1, .max]))) { try $0.integers("k") } == .wrongType)
    #expect(code(.uint32(1)) { try $0.integers("k") } == .wrongType)
    #expect(code(.float32(1)) { try $0.integers("k", perLayer: 1) } == .wrongType)
    #expect(code(.array(.int32([1]))) { try $0.integers("k", perLayer: 2) } == .outOfRange)
    #expect(code(.int32(9)) { try $0.integer("k", in: 0...8) } == .outOfRange)
    #expect(code(.int32(-1)) { try $0.integer("k", in: 0...8) } == .outOfRange)
    #expect(code(.int32(1)) { try $0.integer("absent", in: 0...8) } == .missingKey)
  }

  @Test func absentKeysAreNil() throws {
    let metadata = GGUFMetadata()
    #expect(try metadata.string("k") == nil && metadata.integer("k") == nil && metadata.float("k") == nil)
    #expect(try metadata.bool("k") == nil && metadata.byteStrings("k") == nil && metadata.floats("k") == nil)
    #expect(try metadata.integers("k") == nil && metadata.integers("k", perLayer: 4) == nil)
    #expect(try metadata.integer("k", in: 1...8, default: 3) == 3)
  }

  @Test func removalKeepsTheOrderOfTheRest() {
    var metadata = GGUFMetadata()
    for key in ["a", "b", "c", "d"] { metadata[key] = .text(key) }
    metadata["b"] = nil
    metadata["absent"] = nil
    metadata["c"] = .text("changed")
    metadata["b"] = .text("again")
    #expect(metadata.keys == ["a", "c", "d", "b"])
    #expect(metadata.keys.map { metadata[$0] } == [.text("a"), .text("changed"), .text("d"), .text("again")])
  }
}
