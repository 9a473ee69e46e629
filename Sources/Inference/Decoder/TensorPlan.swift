import SwiftletGGUF
import SwiftletKernels

/// The tensors that a configuration demands, with their dimensions as the file gives them: fastest-varying first.
struct TensorPlan {
  private(set) var tensors: [(name: String, dimensions: [Int])] = []
  /// Tensors that may be there and are read elsewhere or hold nothing that is needed.
  private let optional: Set<String>

  init(_ configuration: DecoderConfiguration, isTied: Bool) {
    let width = configuration.embeddingWidth
    let hidden = configuration.feedForwardWidth
    let shape = configuration.attention
    var optional: Set<String> = ["rope_freqs.weight"]
    tensors.append(("token_embd.weight", [width, configuration.vocabularyCount]))
    for index in 0..<configuration.layerCount {
      let prefix = "blk.\(index)."
      tensors += [
        (prefix + "attn_norm.weight", [width]),
        (prefix + "attn_q.weight", [width, shape.queryColumns]),
        (prefix + "attn_k.weight", [width, shape.keyColumns]),
        (prefix + "attn_v.weight", [width, shape.keyColumns]),
        (prefix + "attn_output.weight", [shape.queryColumns, width]),
        (prefix + "ffn_norm.weight", [width]),
        (prefix + "ffn_gate.weight", [width, hidden]),
        (prefix + "ffn_up.weight", [width, hidden]),
        (prefix + "ffn_down.weight", [hidden, width]),
      ]
      // Old converters wrote the frequencies, which follow from the metadata.
      optional.insert(prefix + "attn_rot_embd")
      optional.insert(prefix + "attn_rot_embd.weight")
      optional.insert(prefix + "rope_freqs.weight")
    }
    tensors.append(("output_norm.weight", [width]))
    if !isTied { tensors.append(("output.weight", [width, configuration.vocabularyCount])) }
    self.optional = optional
  }

  /// Checks that the file has each tensor in its shape and in a type that can be computed with, and no other tensor.
  ///
  /// A tensor that nobody reads means a model that works otherwise than its description says, with wrong logits.
  func check(_ file: GGUFFile) throws(InferenceError) {
    var left = Set(file.tensors.map(\.name)).subtracting(optional)
    for (name, dimensions) in tensors {
      let tensor = try wrapping { () throws(GGUFError) in
        let tensor = try file.tensor(name)
        try tensor.require(dimensions: dimensions)
        return tensor
      }
      guard PackedFormat(tensor.type) != nil else {
        throw .kernel(
          .unsupportedType(
            tensor: name, found: tensor.type.name, supported: PackedFormat.allCases.map { $0.rawValue.uppercased() }))
      }
      left.remove(name)
    }
    guard let stray = left.min() else { return }
    throw .unsupportedFeature(
      file: file.path, found: "tensor \(stray)", expected: "only tensors that its architecture is known to have")
  }
}
