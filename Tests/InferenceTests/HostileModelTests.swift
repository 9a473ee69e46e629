import SwiftletGGUF
import SwiftletInference
import Testing

/// Files that are well-formed but no model: each is refused with an error that names what is wrong.
@Suite struct HostileModelTests {
  /// The names of the fixture's tensors.
  static let tensorNames: [String] = {
    let layers = (0..<2).flatMap { layer in
      ["attn_norm", "attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down"].map {
        "blk.\(layer).\($0).weight"
      }
    }
    return ["token_embd.weight", "output_norm.weight"] + layers
  }()

  /// Loads a changed fixture and expects an error that names `culprit`.
  private func expectRefusal(naming culprit: String, _ change: (inout ModelVariant) throws -> Void) throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    try change(&variant)
    let path = try variant.write(to: folder)
    let error = #expect(throws: InferenceError.self) {
      try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1))
    }
    #expect(error?.description.contains(culprit) == true, "\(error?.description ?? "no error")")
    #expect(error?.description.contains("expected") == true && error?.description.contains("\n") == false)
  }

  @Test(arguments: HostileModel.all)
  func isRefused(_ hostile: HostileModel) throws { try expectRefusal(naming: hostile.culprit, hostile.change) }

  @Test func theNamesAreThoseOfTheFixture() throws {
    #expect(Set(try ModelVariant(.grouped).tensors.map(\.name)) == Set(Self.tensorNames))
  }

  @Test(arguments: tensorNames)
  func everyTensorIsNeeded(_ name: String) throws {
    try expectRefusal(naming: name) { variant in variant.tensors.removeAll { $0.name == name } }
  }

  @Test(arguments: tensorNames)
  func everyTensorNeedsItsShape(_ name: String) throws {
    try expectRefusal(naming: name) { variant in
      variant.change(name) { tensor in
        let rows = tensor.dimensions.dropFirst().reduce(1, *)
        tensor.dimensions[0] -= 1
        tensor.bytes.removeLast(4 * rows)
      }
    }
    try expectRefusal(naming: name) { variant in
      variant.change(name) { tensor in
        let count = tensor.dimensions.reduce(1, *)
        // A vector becomes a matrix of two rows, a matrix a vector.
        tensor.dimensions = tensor.dimensions.count == 1 ? [count / 2, 2] : [count]
      }
    }
  }

  @Test(arguments: tensorNames)
  func everyTensorNeedsATypeThatCanBeComputedWith(_ name: String) throws {
    try expectRefusal(naming: name) { $0.change(name) { $0.type = .i32 } }
  }

  @Test func whatIsOptionalMayBeAbsent() throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    for key in ["llama.rope.freq_base", "llama.rope.dimension_count", "general.name", "tokenizer.ggml.eos_token_id"] {
      variant.metadata[key] = nil
    }
    let engine = try InferenceEngine(contentsOf: variant.write(to: folder))
    #expect(engine.modelName == nil && engine.chatTemplate == nil)
    #expect(engine.model.configuration == (try ModelFixture.grouped.model().configuration))
  }

  @Test func perLayerExtentsThatAgreeAreAccepted() throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    variant.metadata["llama.attention.head_count"] = .array(.int32([4, 4]))
    variant.metadata["llama.attention.head_count_kv"] = .array(.uint32([2, 2]))
    variant.metadata["llama.feed_forward_length"] = .array(.uint64([72, 72]))
    let configuration = try DecoderConfiguration(GGUFFile(path: variant.write(to: folder)))
    #expect(configuration == (try ModelFixture.grouped.model().configuration))
  }

  @Test func aFileThatIsNoneIsRefused() throws {
    let error = #expect(throws: InferenceError.self) { try InferenceEngine(contentsOf: "/nonexistent/model.gguf") }
    #expect(error?.description.contains("/nonexistent/model.gguf") == true)
  }
}
