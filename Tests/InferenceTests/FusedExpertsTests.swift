import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Files in which gates and linear parts of experts are one tensor, as newer converters write them.
@Suite struct FusedExpertsTests {
  @Test(arguments: ["mixtral", "qwen2moe", "qwen3moe", "qwen3next", "qwen35moe", "deepseek3", "granitemoe", "olmoe"])
  func theLogitsAreThoseOfSeparateTensors(_ name: String) throws {
    let fixture = ArchitectureFixture(name: name)
    var variant = try fixture.variant()
    let gates = variant.tensors.filter { $0.name.hasSuffix(".ffn_gate_exps.weight") }
    #expect(!gates.isEmpty)
    for gate in gates {
      let name = gate.name.replacing("ffn_gate_exps", with: "ffn_up_exps")
      let up = try #require(variant.tensors.first { $0.name == name })
      let (experts, size) = (gate.dimensions[2], gate.bytes.count / gate.dimensions[2])
      var fused = gate
      fused.name = gate.name.replacing("ffn_gate_exps", with: "ffn_gate_up_exps")
      fused.dimensions[1] *= 2
      fused.bytes = (0..<experts).flatMap { expert in
        [gate, up].flatMap { $0.bytes[expert * size..<(expert + 1) * size] }
      }
      variant.tensors.removeAll { [gate.name, name].contains($0.name) }
      variant.tensors.append(fused)
    }
    let folder = try TemporaryFolder()
    let model = try DecoderModel(GGUFFile(path: variant.write(to: folder)), pool: WorkerPool(threads: 1))
    let tokens = try fixture.expected().tokens
    #expect(try logits(model, tokens) == logits(fixture.model(), tokens))
  }
}
