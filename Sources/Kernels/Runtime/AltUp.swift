internal import SwiftletKernelInterface

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The weights of alternating updates (AltUp), where a token has several residual streams and a layer works on one.
///
/// Source: Baykal et al., "Alternating Updates for Efficient Transformers", 2023.
///
/// Before a layer, each stream is predicted from all streams; after it, all streams are corrected by the change that
/// the layer made to the active stream. Both are linear in the streams, with coefficients that depend on the active
/// stream:
///
///     m(x) = tanh(router · norm(x) / width)
///     predicted_i = stream_i + Σ_j (prediction · m(active))_ij · stream_j
///     corrected_i = predicted_i + (1 + (correction · m(result))_i) · (result − predicted_active)
public struct AltUpWeights: Sendable {
  /// The index of the active stream, which layers work on.
  public let active: Int
  let norm: Norm  // (1, width)
  let router: FloatRows  // (streams, width)
  let prediction: FloatRows  // (streams · streams, streams)
  let correction: FloatRows  // (streams, streams)
  let outputScale: FloatRows  // (1, width)

  /// The number of streams.
  public var count: Int { router.rows }

  /// Creates the weights of a layer; `outputScale` scales the corrected active stream for its consumers.
  public init(
    active: Int, norm: Norm, router: FloatRows, prediction: FloatRows, correction: FloatRows, outputScale: FloatRows
  ) {
    let (count, width) = (router.rows, router.columns)
    precondition(norm.weight.columns == width && outputScale.columns == width, "widths of streams differ")
    precondition(prediction.rows == count * count && prediction.columns == count, "prediction extents differ")
    precondition(correction.rows == count && correction.columns == count, "correction extents differ")
    precondition((0..<count).contains(active), "there is no such stream")
    (self.active, self.norm, self.router) = (active, norm, router)
    (self.prediction, self.correction, self.outputScale) = (prediction, correction, outputScale)
  }

  /// Computes the product of `matrix` and m(x), using `normed` as scratch memory for a row.
  fileprivate func coefficients(
    _ matrix: FloatRows, _ x: UnsafePointer<Float>, _ normed: UnsafeMutablePointer<Float>,
    _ vectors: any VectorKernels.Type
  ) -> [Float] {
    unsafe norm.apply(x, into: normed, vectors)
    let scale = 1 / Float(router.columns)
    let modalities = (0..<count).map { unsafe tanh(dot(normed, router.row($0), router.columns) * scale) }
    return (0..<matrix.rows).map { row in
      (0..<count).reduce(Float(0)) { unsafe $0 + matrix.row(row)[$1] * modalities[$1] }
    }
  }
}

extension Kernels {
  /// Predicts the streams of each row in place, and copies the active one.
  public func predict(_ streams: [FloatRows], rows: Int, _ weights: AltUpWeights, into active: FloatRows) {
    check(streams, rows: rows, weights, active)
    let (count, columns, stride) = (streams.count, active.columns, active.stride)
    pool.forEach(rows) { [vectors] _, range in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: columns) { normed in
        unsafe withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: count) { old in
          guard let normed = normed.baseAddress else { return }
          for row in range {
            let source = unsafe streams[weights.active].row(row)
            let factors = unsafe weights.coefficients(weights.prediction, source, normed, vectors)
            // Rows are padded to whole vectors.
            for start in Swift.stride(from: 0, to: stride, by: 16) {
              for index in 0..<count { unsafe old[index] = loadVector(streams[index].row(row) + start) }
              for index in 0..<count {
                var sum = unsafe old[index]
                for other in 0..<count { unsafe sum += factors[index * count + other] * old[other] }
                unsafe storeVector(sum, streams[index].row(row) + start)
              }
            }
            unsafe active.row(row).update(from: source, count: columns)
          }
        }
      }
    }
  }

  /// Corrects the streams of each row by the layer's result, and writes the scaled active stream to `output`.
  public func correct(
    _ streams: [FloatRows], by result: FloatRows, rows: Int, _ weights: AltUpWeights, into output: Activations,
    forms: ActivationForms
  ) {
    check(streams, rows: rows, weights, result)
    precondition(output.columns == result.columns && rows <= output.values.rows, "stream extents differ")
    let (columns, stride) = (result.columns, result.stride)
    forEachGroup(rows) { [vectors] group in
      for row in group {
        let values = unsafe output.values.row(row)
        let factors = unsafe weights.coefficients(weights.correction, result.row(row), values, vectors)
        let active = unsafe streams[weights.active].row(row)
        for start in Swift.stride(from: 0, to: stride, by: 16) {
          let change = unsafe loadVector(result.row(row) + start) - loadVector(active + start)
          for (index, stream) in streams.enumerated() {
            let address = unsafe stream.row(row) + start
            unsafe storeVector(loadVector(address) + (1 + factors[index]) * change, address)
          }
        }
        for column in 0..<columns { unsafe values[column] = active[column] * weights.outputScale.row(0)[column] }
      }
      output.prepare(group, forms, vectors)
    }
  }

  /// Scales the first rows of `x` to the root mean square of the corresponding rows of `model`.
  public func match(_ x: FloatRows, to model: FloatRows, rows: Int) {
    precondition(x.columns == model.columns && rows <= min(x.rows, model.rows), "extents differ")
    let columns = x.columns
    pool.forEach(rows, chunk: Self.rowChunk) { _, range in
      for row in range {
        let (values, other) = unsafe (x.row(row), model.row(row))
        let target = unsafe dot(other, other, columns) / Float(columns)
        let found = unsafe dot(values, values, columns) / Float(columns)
        let factor = target.squareRoot() / max(found, 1e-5).squareRoot()
        for column in 0..<columns { unsafe values[column] *= factor }
      }
    }
  }

  private func check(_ streams: [FloatRows], rows: Int, _ weights: AltUpWeights, _ other: FloatRows) {
    precondition(streams.count == weights.count && other.columns == weights.router.columns, "stream extents differ")
    precondition(
      (streams + [other]).allSatisfy { $0.columns == other.columns && rows <= $0.rows }, "stream extents differ")
  }
}
