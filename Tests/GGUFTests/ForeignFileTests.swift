import SwiftletGGUF
import Testing

/// Files that are no models, and folders.
@Suite struct ForeignFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("<!DOCTYPE html>", "HTML"), ("\u{FEFF}\n  <HTML lang=en>", "HTML"), ("<?xml version", "HTML"),
    ("version https://git-lfs.github.com/spec/v1", "Git LFS"), ("[1, 2]", "JSON"), ("lmggxxxx", "before GGUF"),
    ("", "an empty file"), ("Invalid username or password.", "a text file"), ("\u{7F}ELF\u{2}", "a program"),
  ])
  func kindsAreRecognised(beginning: String, kind: String) {
    #expect(ForeignFile.description(ofBeginning: Array(beginning.utf8))?.contains(kind) == true)
  }

  @Test func otherBytesAreNot() {
    for bytes in [Array("GGUF".utf8), Array("some\u{1}bytes".utf8), [UInt8](repeating: 0, count: 64)] {
      #expect(ForeignFile.description(ofBeginning: bytes) == nil)
    }
    // A length of 2^63 bytes is no safetensors file.
    #expect(ForeignFile.description(ofBeginning: [0, 0, 0, 0, 0, 0, 0, 0x80] + Array("{\"a\"".utf8)) == nil)
  }

  @Test func aCutFileIsIncompleteAndAWrongOffsetIsNot() throws {
    let head = FileImage(tensors: 2).tensor("a", [8]).tensor("b", [1 << 20], at: 32)
    let path = try folder.write(head.data(4096).bytes)
    let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
    #expect(
      error?.code == .tensorOutsideFile && error?.found.contains("of 4.1 MB: incomplete") == true, "\(error as Any)")
    // Rounded to megabytes, the numbers would be equal.
    for missing in [1, 7, 90_000] {
      let bytes = head.data((1 << 22) + 32 - missing).bytes
      let short = try folder.write(bytes)
      let error = #expect(throws: GGUFError.self) { try GGUFFile(path: short) }
      let expected = "has \(bytes.count) of \(bytes.count + missing) bytes: incomplete"
      #expect(error?.found.contains(expected) == true, "\(error as Any)")
    }
    let gap = try folder.write(FileImage(tensors: 1).tensor("t", [8], at: 288).data(256).bytes)
    let other = #expect(throws: GGUFError.self) { try GGUFFile(path: gap) }
    #expect(other?.subject == .tensor("t"))
  }

  @Test func partsOfASplitModelAreOneModelInAFolder() throws {
    for index in 0..<2 {
      var writer = GGUFWriter()
      writer.metadata["split.no"] = .uint16(UInt16(index))
      writer.metadata["split.count"] = .uint16(2)
      writer.addTensor("t\(index)", .i8, dimensions: [1], bytes: [1])
      try writer.write(to: folder.filePath("m-0000\(index + 1)-of-00002.gguf"))
    }
    try folder.write([1], to: "mmproj-x.gguf")
    let path = folder.filePath("m-00001-of-00002.gguf")
    let file = try GGUFFile(path: String(path.dropLast("m-00001-of-00002.gguf".count)))
    #expect(file.path == path && file.shardCount == 2)
    #expect(try GGUFFile.location(of: "/nowhere/file") == "/nowhere/file")
  }

  @Test func overriddenValuesAreReadAndListed() throws {
    let path = try folder.write(FileImage(keys: 1).key("a", text: "b").bytes)
    let file = try GGUFFile(path: path).overriding([("a", .text("c")), ("n", .uint32(3))])
    #expect(try file.metadata.string("a") == "c" && file.metadata.integer("n") == 3 && file.overrides.count == 2)
  }
}
