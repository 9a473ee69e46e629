import SwiftletKernels

/// The update that an adapter adds to one projection, with its buffers.
struct LowRankUpdate: Sendable {
  /// The update of one matrix of the projection.
  struct Part: Sendable {
    let down: Projection  // (rank, columns)
    let up: Projection  // (rows, rank)
    /// The first column of the matrix's products in the projection.
    let column: Int
    let scale: Float
    let low: Activations  // (maximum, rank)
    let product: FloatRows  // (maximum, rank or rows)
  }

  let parts: [Part]
  let input: Activations  // (maximum, columns)

  /// Adds the update to some rows of a projection's output, given its input.
  func apply(to output: FloatRows, from source: Activations, rows: [Int], _ kernels: Kernels) {
    let forms = parts.reduce(into: ActivationForms()) { $0.formUnion($1.down.inputForms) }
    kernels.gather(source.values, rows: rows, into: input.values)
    kernels.prepare(input, rows: rows.count, forms: forms)
    for part in parts {
      kernels.multiply(part.down, input, rows: rows.count, into: part.product)
      kernels.gather(part.product, rows: Array(rows.indices), scaledBy: part.scale, into: part.low.values)
      kernels.prepare(part.low, rows: rows.count, forms: part.up.inputForms)
      kernels.multiply(part.up, part.low, rows: rows.count, into: part.product)
      kernels.add(part.product, to: output, rows: rows, column: part.column, count: part.up.rows)
    }
  }
}
