import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Dimensions of 1 at the end of a tensor's shape mean nothing, and widths of latent values may be any.
@Suite struct TrailingDimensionTests {
  private func model(_ variant: ModelVariant) throws -> DecoderModel {
    let folder = try TemporaryFolder()
    let model = try DecoderModel(GGUFFile(path: variant.write(to: folder)), pool: WorkerPool(threads: 1))
    return withExtendedLifetime(folder) { model }
  }

  @Test(
    "49.6 last dimensions of 1 may be added to every tensor or left out",
    arguments: ArchitectureFixture.all + EmbeddingFixture.all.map(\.model), [true, false])
  func onesMayBeAddedToEveryTensorOrLeftOut(_ fixture: ArchitectureFixture, _ adds: Bool) throws {
    var variant = try fixture.variant()
    for index in variant.tensors.indices {
      if adds {
        while variant.tensors[index].dimensions.count < 4 { variant.tensors[index].dimensions.append(1) }
      } else {
        while variant.tensors[index].dimensions.last == 1 { variant.tensors[index].dimensions.removeLast() }
      }
    }
    let folder = try TemporaryFolder()
    let file = try GGUFFile(path: variant.write(to: folder))
    #expect(throws: Never.self) { try TensorPlan(DecoderConfiguration(file), file).check() }
  }

  @Test("49.6 the shared gate of Qwen2-MoE is a matrix of one row")
  func theSharedGateOfQwen2IsAMatrixOfOneRow() throws {
    let fixture = ArchitectureFixture(name: "qwen2moe")
    var variant = try fixture.variant()
    let gates = variant.tensors.filter { $0.name.hasSuffix("ffn_gate_inp_shexp.weight") }
    #expect(!gates.isEmpty && gates.allSatisfy { $0.dimensions.count == 1 })
    for gate in gates { variant.change(gate.name) { $0.dimensions.append(1) } }
    let tokens = try fixture.expected().tokens
    #expect(try logits(model(variant), tokens) == logits(fixture.model(), tokens))
  }

  /// Values are widened by copies of some of them, and the output takes half of each: the result is the same.
  @Test("49.6 latent values may have any width", arguments: ["deepseek2", "deepseek3"], [33, 40, 63, 72])
  func latentValuesMayHaveAnyWidth(_ name: String, _ wide: Int) throws {
    let fixture = ArchitectureFixture(name: name)
    var variant = try fixture.variant()
    variant.widen()
    let tokens = try fixture.expected().tokens
    let expected = try logits(model(variant), tokens)
    let prefix = try #require(try variant.metadata.string("general.architecture"))
    let width = try #require(try variant.metadata.integer(prefix + ".attention.value_length_mla"))
    let heads = try #require(try variant.metadata.integer(prefix + ".attention.head_count"))
    variant.metadata[prefix + ".attention.value_length_mla"] = .uint32(UInt32(wide))
    // The value that each wide one copies, and the share that the output takes of it.
    let source = (0..<wide).map { $0 % width }
    let share = source.map { value in 1 / Float(source.count { $0 == value }) }
    func floats(_ bytes: [UInt8]) -> [Float] { bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
    for tensor in variant.tensors where tensor.name.hasSuffix("attn_v_b.weight") {
      let (rank, values) = (tensor.dimensions[0], floats(tensor.bytes))
      var wider: [Float] = []
      for head in 0..<heads {
        for value in source {
          let start = (head * width + value) * rank
          wider += values[start..<start + rank]
        }
      }
      variant.change(tensor.name) { ($0.dimensions[1], $0.bytes) = (wide, F32.quantized(wider)) }
    }
    for tensor in variant.tensors where tensor.name.hasSuffix("attn_output.weight") {
      let values = floats(tensor.bytes)
      var wider: [Float] = []
      for row in 0..<tensor.dimensions[1] {
        for head in 0..<heads {
          let start = (row * heads + head) * width
          for (value, share) in zip(source, share) { wider.append(values[start + value] * share) }
        }
      }
      variant.change(tensor.name) { ($0.dimensions[0], $0.bytes) = (heads * wide, F32.quantized(wider)) }
    }
    let found = try logits(model(variant), tokens)
    for (row, other) in zip(found, expected) {
      let scale = other.map(\.magnitude).max() ?? 1
      #expect(zip(row, other).allSatisfy { abs($0 - $1) < 1e-5 * max(scale, 1) })
    }
    #expect(found.count == expected.count)
  }
}
