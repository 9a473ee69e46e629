import Foundation
import SwiftletKernels

/// The weights of a ``RankingHead``, packed.
struct RankingWeights: Sendable {
  let head: RankingHead
  let dense: DecoderWeights.Linear?  // (embedding, embedding)
  let norm: Norm?
  let output: DecoderWeights.Linear  // (outputs, embedding)

  var byteCount: Int { (dense?.byteCount ?? 0) + output.byteCount }

  /// Loads the tensors, whose shapes ``TensorPlan`` has checked.
  init(_ head: RankingHead, _ model: DecoderConfiguration, _ loader: inout TensorLoader) throws(InferenceError) {
    self.head = head
    dense = head.function == nil ? nil : try loader.linear([RankingHead.denseName])
    norm = head.hasNorm ? try loader.norm(RankingHead.normName, model.norm) : nil
    output = try loader.linear([RankingHead.outputName])
  }
}

extension RankingHead.Function {
  /// Applies the function to each element of a vector.
  func apply(_ vector: [Float]) -> [Float] {
    switch self {
    case .tanh: vector.map { Float(Foundation.tanh(Double($0))) }
    case .gelu:
      vector.map { element in
        let x = Double(element)
        return Float(x / 2 * (1 + erf(x * 0.5.squareRoot())))
      }
    }
  }
}

extension TextEncoder {
  /// Returns the score of each pooled vector of a query and a document.
  func scores(
    of vectors: [[Float]], _ ranking: RankingWeights, _ kernels: Kernels
  ) throws(InferenceError) -> [Float] {
    var vectors = vectors
    if let dense = ranking.dense, let function = ranking.head.function {
      vectors = try apply(dense, to: vectors, kernels).map { function.apply($0) }
    }
    if let norm = ranking.norm { vectors = try apply(norm, to: vectors, kernels) }
    return try apply(ranking.output, to: vectors, kernels).map { outputs in
      outputs.count == 2 ? outputs[0] - outputs[1] : outputs[0]
    }
  }

  private func apply(_ norm: Norm, to vectors: [[Float]], _ kernels: Kernels) throws(InferenceError) -> [[Float]] {
    let rows = try DecoderBuffers.rows(vectors.count, norm.weight.columns)
    for (row, vector) in vectors.enumerated() { rows[row: row] = vector }
    kernels.finishEmbeddings(rows, rows: vectors.count, bias: nil, norm: norm)
    return vectors.indices.map { rows[row: $0] }
  }
}
