import SwiftletGGUF
import Testing

/// Models in several files.
@Suite struct ShardTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Three files as llama.cpp's splitter makes them: all metadata and no tensors in the first.
  private func writeSet() throws {
    let contents = [[], ["a", "b"], ["c"]]
    for (index, names) in contents.enumerated() {
      var writer = GGUFWriter()
      if index == 0 { writer.metadata["general.architecture"] = .text("llama") }
      writer.metadata["split.no"] = .uint16(UInt16(index))
      writer.metadata["split.count"] = .uint16(3)
      writer.metadata["split.tensors.count"] = .int32(3)
      for name in names {
        writer.addTensor(name, .i8, dimensions: [2], bytes: [UInt8(index), name.utf8.first ?? 0])
      }
      try writer.write(to: folder.filePath("model-q8-0000\(index + 1)-of-00003.gguf"))
    }
  }

  @Test func tensorsOfAllShardsAreMerged() throws {
    try writeSet()
    let path = folder.filePath("model-q8-00001-of-00003.gguf")
    let file = try GGUFFile(path: path)
    #expect(file.shardCount == 3 && file.path == path)
    #expect(try file.metadata.string("general.architecture") == "llama")
    #expect(file.tensors.map(\.name) == ["a", "b", "c"])
    #expect(try file.tensor("b").withBytes { Array($0) } == [1, 0x62])
    #expect(try file.tensor("c").withBytes { Array($0) } == [2, 0x63])
    #expect(file["c"]?.mapping.path == folder.filePath("model-q8-00003-of-00003.gguf"))
  }

  @Test func laterShardsAreNamedInErrors() throws {
    try writeSet()
    let third = try folder.write(FileImage(magic: "GGML").bytes, to: "model-q8-00003-of-00003.gguf")
    let error = #expect(throws: GGUFError.self) { try GGUFFile(path: folder.filePath("model-q8-00001-of-00003.gguf")) }
    #expect(error?.code == .notGGUF && error?.file == third)
  }

  @Test func openingALaterShardPointsToTheFirst() throws {
    try writeSet()
    let error = #expect(throws: GGUFError.self) { try GGUFFile(path: folder.filePath("model-q8-00002-of-00003.gguf")) }
    #expect(error?.code == .badShard && error?.subject == .key("split.no"))
    #expect(error?.expected.contains("model-q8-00001-of-00003.gguf") == true)
  }

  @Test func oneShardMayHaveAnyName() throws {
    let path = try folder.write(ShardImage(count: 1, total: 1).bytes, to: "any.gguf")
    let file = try GGUFFile(path: path)
    #expect(file.shardCount == 1 && file.tensors.count == 1)
  }

  @Test func totalIsOptional() throws {
    try folder.write(ShardImage(number: 1, total: nil, tensor: "b").bytes, to: "m-00002-of-00002.gguf")
    let file = try GGUFFile(path: folder.write(ShardImage(total: nil).bytes, to: "m-00001-of-00002.gguf"))
    #expect(file.tensors.map(\.name) == ["a", "b"])
  }
}
