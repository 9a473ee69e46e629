import SwiftletKernels

/// The projector.
extension VisionEncoder {
  /// Runs the steps of a projector on the patches of a view.
  func project(
    _ residual: FloatRows, _ layout: VisionLayout, view: Int, _ steps: [VisionWeights.Step]
  ) throws(InferenceError) -> FloatRows {
    var grid = layout.grids[view]
    var rows = try DecoderBuffers.rows(grid.count, residual.columns)
    kernels.gather(residual, rows: Array(layout.patches(of: view)), into: rows)
    for step in steps {
      switch step {
      case .shuffle(let side):
        rows = try merge(rows, &grid, side: side) { offset, channel, columns in offset * columns + channel }
      case .unfold(let side):
        rows = try merge(rows, &grid, side: side) { offset, channel, _ in channel * side * side + offset }
      case .pool(let side):
        rows = try merge(rows, &grid, side: side, columns: rows.columns) { _, channel, _ in channel }
        kernels.scale(rows, rows: rows.rows, by: 1 / Float(side * side))
      case .scale(let factor): kernels.scale(rows, rows: rows.rows, by: factor)
      case .standardize(let bias, let scale):
        kernels.pool.forEach(rows.rows) { [rows] _, range in
          for row in range {
            rows.withMutableRow(row) {
              for element in bias.indices { $0[element] = ($0[element] - bias[element]) * scale[element] }
            }
          }
        }
      case .norm(let norm):
        kernels.normalize(rows, rows: rows.rows, norm)
      case .linear(let linear): rows = try product(rows, linear)
      case .gated(let gateUp, let down, let function):
        let both = try product(rows, gateUp)
        let hidden = try DecoderBuffers.activations(rows.rows, both.columns / 2)
        kernels.activate(both, rows: rows.rows, function, isGated: true, bias: nil, into: hidden, forms: [])
        rows = try product(hidden.values, down)
      case .activation(let function):
        let output = try DecoderBuffers.activations(rows.rows, rows.columns)
        kernels.activate(rows, rows: rows.rows, function, isGated: false, bias: nil, into: output, forms: [])
        rows = output.values
      }
    }
    return rows
  }

  /// Multiplies rows by matrices and adds their bias.
  private func product(_ rows: FloatRows, _ linear: DecoderWeights.Linear) throws(InferenceError) -> FloatRows {
    let input = try DecoderBuffers.activations(rows.rows, rows.columns)
    kernels.copy(rows, rows: rows.rows, into: input, forms: linear.projection.inputForms)
    let output = try DecoderBuffers.rows(rows.rows, linear.projection.rows)
    kernels.multiply(linear.projection, input, rows: rows.rows, into: output)
    if let bias = linear.bias { kernels.finishEmbeddings(output, rows: rows.rows, bias: bias, norm: nil) }
    return output
  }

  /// Adds the elements of squares of rows into one row each; returns the rows of the squares.
  ///
  /// Incomplete squares at the ends of the grid are dropped; it becomes that of the squares. A row has `columns`
  /// elements, or those of all rows of a square. `target` returns the index of an element from the index of its row in the
  /// square, by row, then column, its channel, and the number of channels.
  private func merge(
    _ rows: FloatRows, _ grid: inout PatchGrid, side: Int, columns: Int? = nil,
    _ target: @Sendable (_ offset: Int, _ channel: Int, _ channels: Int) -> Int
  ) throws(InferenceError) -> FloatRows {
    let (width, channels) = (grid.columns, rows.columns)
    let merged = PatchGrid(rows: grid.rows / side, columns: grid.columns / side)
    let output = try DecoderBuffers.rows(merged.count, columns ?? channels * side * side)
    kernels.pool.forEach(merged.count) { _, range in
      for index in range {
        let (top, left) = (index / merged.columns * side, index % merged.columns * side)
        output.withMutableRow(index) { values in
          for offset in 0..<side * side {
            rows.withRow((top + offset / side) * width + left + offset % side) { source in
              for channel in 0..<channels { values[target(offset, channel, channels)] += source[channel] }
            }
          }
        }
      }
    }
    grid = merged
    return output
  }
}

extension FloatRows {
  /// Returns rows in which those of others follow.
  func joined(with others: [FloatRows]) throws(InferenceError) -> FloatRows {
    let parts = [self] + others
    let result = try DecoderBuffers.rows(rows, parts.reduce(0) { $0 + $1.columns })
    for row in 0..<rows { result[row: row] = parts.flatMap { $0[row: row] } }
    return result
  }
}
