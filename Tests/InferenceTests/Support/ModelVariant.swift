import SwiftletGGUF

/// A fixture's file taken apart, so that any part of it can be changed before it is written again.
struct ModelVariant {
  struct Tensor {
    var name: String
    var type: TensorType
    var dimensions: [Int]
    var bytes: [UInt8]
  }

  var metadata: GGUFMetadata
  var tensors: [Tensor]

  init(_ fixture: ModelFixture) throws { try self.init(path: fixture.path) }

  init(path: String) throws {
    let file = try GGUFFile(path: path)
    metadata = file.metadata
    tensors = file.tensors.map { tensor in
      Tensor(
        name: tensor.name, type: tensor.type, dimensions: tensor.dimensions, bytes: tensor.withBytes { Array($0) })
    }
  }

  /// Changes the tensor of the given name.
  mutating func change(_ name: String, _ body: (inout Tensor) -> Void) {
    for index in tensors.indices where tensors[index].name == name { body(&tensors[index]) }
  }

  /// Adds a tensor of floats.
  mutating func add(_ name: String, _ values: [Float]) {
    tensors.append(Tensor(name: name, type: .f32, dimensions: [values.count], bytes: F32.quantized(values)))
  }

  /// Makes 32-bit floats of 16-bit ones.
  mutating func widen() {
    for index in tensors.indices where [.f16, .bf16].contains(tensors[index].type) {
      let isBrainFloat = tensors[index].type == .bf16
      let bytes = tensors[index].bytes
      let values = stride(from: 0, to: bytes.count, by: 2).map { offset in
        let pattern = UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
        return isBrainFloat ? HalfPrecision.float(bf16: pattern) : HalfPrecision.float(f16: pattern)
      }
      (tensors[index].type, tensors[index].bytes) = (.f32, F32.quantized(values))
    }
  }

  /// Leaves a vocabulary of the first `count` tokens.
  ///
  /// Fewer than twelve have no token that ends a generation, since without the key it is number 11.
  mutating func shortenVocabulary(to count: Int) throws {
    let tokens = try metadata.byteStrings("tokenizer.ggml.tokens") ?? ByteStrings()
    metadata["tokenizer.ggml.tokens"] = .array(.string(ByteStrings(tokens.prefix(count).map { Array($0) })))
    metadata["tokenizer.ggml.token_type"] = nil
    metadata["tokenizer.ggml.bos_token_id"] = nil
    metadata["tokenizer.ggml.eos_token_id"] = nil
  }

  /// Writes the file and returns its path.
  func write(to folder: TemporaryFolder) throws -> String {
    var writer = GGUFWriter()
    writer.metadata = metadata
    for tensor in tensors {
      writer.addTensor(tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.bytes)
    }
    let path = folder.filePath("model.gguf")
    try writer.write(to: path)
    return path
  }

  /// Writes the file in parts, the metadata in the first one, and returns their paths.
  func writeShards(_ count: Int, to folder: TemporaryFolder) throws -> [String] {
    try (0..<count).map { shard in
      var writer = GGUFWriter()
      if shard == 0 { writer.metadata = metadata }
      writer.metadata["split.no"] = .uint16(UInt16(shard))
      writer.metadata["split.count"] = .uint16(UInt16(count))
      for (index, tensor) in tensors.enumerated() where index % count == shard {
        writer.addTensor(tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.bytes)
      }
      let path = folder.filePath("model-0000\(shard + 1)-of-0000\(count).gguf")
      try writer.write(to: path)
      return path
    }
  }
}
