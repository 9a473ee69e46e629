import SwiftletGGUF
import Testing

/// Error messages with location, found and expected values, for arbitrary file contents.
@Suite struct ErrorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func getterErrorsPointToTheKeyInTheFile() throws {
    let image = FileImage(keys: 2).key("first", .bool, [1]).key("llama.block_count", text: "many")
    let path = try folder.write(image.bytes)
    let metadata = try GGUFFile(path: path).metadata
    let error = #expect(throws: GGUFError.self) { try metadata.integer("llama.block_count") }
    let position = 24 + 8 + 5 + 4 + 1
    #expect(error?.offset == position && error?.subject == .key("llama.block_count"))
    #expect(
      error?.description
        == "\(path), key llama.block_count, byte \(position): found string \"many\", expected an integer")
  }

  @Test func readerErrorsPointToTheByte() throws {
    let head = FileImage(tensors: 1, keys: 1).key("k", .bool, [1])
    let path = try folder.write(head.tensor("t", [33], type: 8).data(64).bytes)
    let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
    let offset = try #require(error?.offset)
    #expect(head.bytes.count..<head.bytes.count + 33 ~= offset)
    #expect(
      error?.description
        == "\(path), tensor t, byte \(offset): found rows of 33 elements of Q8_0, expected a multiple of 32")
  }

  @Test func removedTypesAreToldFromUnknownOnes() throws {
    for (type, word) in [(Int32(4), "removed"), (Int32(99), "unknown")] {
      let path = try folder.write(FileImage(tensors: 1).tensor("t", [32], type: type).data(64).bytes)
      let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
      #expect(error?.found.contains(word) == true)
    }
  }

  /// Terminal commands, line breaks and endless names in a file must not reach the terminal.
  @Test(arguments: ["\u{1B}[2J\u{7}", "a\nb", "a\r", "\u{9B}31m", "\u{202E}", String(repeating: "k", count: 60_000)])
  func hostileNamesAreQuoted(_ name: String) throws {
    let key = FileImage(keys: 1).key(name, type: 99).raw("rest", [0, 0, 0, 0])
    let value = FileImage(keys: 1).key("split.count", text: name)
    let tensor = FileImage(tensors: 1).tensor(String(name.prefix(64)), [0]).data(64)
    let clash = FileImage(tensors: 2).tensor(String(name.prefix(64)), [8]).tensor("t", [8]).data(64)
    for image in [key, value, tensor, clash] {
      let path = try folder.write(image.bytes)
      let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
      let message = try #require(error?.description)
      let forbidden: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator]
      #expect(!message.unicodeScalars.contains { forbidden.contains($0.properties.generalCategory) })
      #expect(message.count < path.count + 400)
    }
  }

  @Test func longValuesAreShortened() {
    let long = GGUFValue.string([UInt8](repeating: 0x61, count: 1000))
    #expect(long.description.count < 120 && long.description.contains("1000 bytes"))
    let many = GGUFValue.array(.int32([Int32](repeating: 5, count: 1000)))
    #expect(many.description == "1000 × int32: [5, 5, 5, 5, 5, 5, …]")
    #expect(GGUFValue.array(.string(ByteStrings(["a", ""]))).description == "2 × string: [\"a\", \"\"]")
  }
}
