internal import SwiftletKernelInterface

extension Kernels {
  /// Applies the activation function of a feed-forward network.
  ///
  /// With `isGated`, rows of `input` hold a gate followed by a linear part, and the result is
  /// `function(gate) · linear`; otherwise it is `function(x)`. `bias` is first added to the rows of `input` in place.
  public func activate(
    _ input: FloatRows, rows: Int, _ function: GateFunction, isGated: Bool, bias: FloatRows?, into output: Activations,
    forms: ActivationForms
  ) {
    let columns = output.columns
    precondition(input.columns >= (isGated ? 2 : 1) * columns, "gate extents differ")
    precondition(bias.map { $0.columns == (isGated ? 2 : 1) * columns } ?? true, "bias extents differ")
    precondition(rows <= input.rows && rows <= output.values.rows, "more rows than there is room for")
    forEachGroup(rows) { [vectors] group in
      for row in group {
        let gate = unsafe input.row(row)
        if let bias { unsafe vectors.add(bias.row(0), to: gate, count: bias.columns) }
        unsafe vectors.apply(
          function, to: gate, times: isGated ? gate + columns : nil, count: columns, into: output.values.row(row))
      }
      output.prepare(group, forms, vectors)
    }
  }

  /// Applies a bias, a scale and, if `softCap` is not 0, a soft cap to logits in place.
  public func finishLogits(_ logits: FloatRows, rows: Int, bias: FloatRows?, scale: Float, softCap: Float) {
    guard bias != nil || scale != 1 || softCap != 0 else { return }
    precondition(rows <= logits.rows && bias.map { $0.columns == logits.columns } ?? true, "logits' extents differ")
    // Rows are split into parts, as decoding a single sequence has only one row.
    let part = 4096
    let parts = (logits.columns + part - 1) / part
    pool.forEach(rows * parts) { [vectors] _, range in
      for index in range {
        let first = index % parts * part
        let count = min(part, logits.columns - first)
        let x = unsafe logits.row(index / parts) + first
        if let bias { unsafe vectors.add(bias.row(0) + first, to: x, count: count) }
        if scale != 1 { for column in 0..<count { unsafe x[column] *= scale } }
        if softCap != 0 { unsafe vectors.softCap(x, cap: softCap, count: count) }
      }
    }
  }
}
