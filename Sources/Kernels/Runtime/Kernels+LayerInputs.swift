internal import SwiftletKernelInterface
public import SwiftletGGUF

/// Per-layer embeddings (Gemma 3n), an additional input of each layer.
extension Kernels {
  /// Combines projected embeddings and per-layer embeddings into the inputs of all layers, in place.
  ///
  /// Rows of `x` hold the projected embeddings of all layers, and become
  /// `(norm(scale · x) + √width · table[token]) / √2`. The norm is applied to each layer's input separately.
  public func combinePerLayerEmbeddings(
    _ x: FloatRows, _ tokens: [Int], _ table: GGUFTensor, norm: Norm, scale: Float
  ) {
    guard let format = table.type.blockFormat else { preconditionFailure("embedding type without a format") }
    let (columns, width) = (x.columns, norm.weight.columns)
    precondition(table.columns == columns && columns % width == 0, "extents of layers' inputs differ")
    precondition(tokens.count <= x.rows, "more rows than there are")
    precondition(tokens.allSatisfy { (0..<table.rows).contains($0) }, "token outside the embedding table")
    let (tableScale, half) = (Float(width).squareRoot(), Float(0.5).squareRoot())
    pool.forEach(tokens.count) { [vectors] _, range in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: columns) { embedding in
        for row in range {
          unsafe table.withBytes { bytes in
            let start = tokens[row] * table.bytesPerRow
            unsafe format.dequantize(
              UnsafeRawBufferPointer(rebasing: bytes[start..<start + table.bytesPerRow]), into: embedding)
          }
          let values = unsafe x.row(row)
          for column in 0..<columns { unsafe values[column] *= scale }
          for first in stride(from: 0, to: columns, by: width) {
            unsafe norm.apply(values + first, into: values + first, vectors)
          }
          for column in 0..<columns {
            unsafe values[column] = (values[column] + embedding[column] * tableScale) * half
          }
        }
      }
    }
  }

  /// Computes `function(gate) · input`, where the inputs are columns of other rows, from `column` on.
  public func activate(
    _ gates: FloatRows, rows: Int, _ function: GateFunction, times inputs: FloatRows, column: Int,
    into output: Activations, forms: ActivationForms
  ) {
    let columns = output.columns
    precondition(gates.columns >= columns && column >= 0 && column + columns <= inputs.columns, "gate extents differ")
    precondition(rows <= min(gates.rows, inputs.rows, output.values.rows), "more rows than there is room for")
    forEachGroup(rows) { [vectors] group in
      for row in group {
        unsafe vectors.apply(
          function, to: gates.row(row), times: inputs.row(row) + column, count: columns, into: output.values.row(row))
      }
      output.prepare(group, forms, vectors)
    }
  }
}
