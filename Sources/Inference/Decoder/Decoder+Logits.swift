import SwiftletKernels

/// The logits of a pass, and the measurement of its parts.
extension Decoder {
  /// Adds the time since the last mark to a part, if parts are measured.
  func mark(_ part: StepPart) { timer?.mark(part) }

  /// Returns the maximum of each block of a row of logits; see ``LogitBlocks``.
  func maxima(ofLogits row: Int) -> [Float] {
    if hasLogitMaxima, row == 0 { return logitMaxima[row: 0] }
    kernels.findBlockMaxima(logits.values, row: row, blockSize: LogitBlocks.size, into: logitMaxima)
    return logitMaxima[row: 0]
  }

  /// True if nothing is done to the products of the output head.
  private var productsAreLogits: Bool {
    let (output, configuration) = (model.weights.output, model.configuration)
    return output.bias == nil && configuration.logitScale == 1 && configuration.logitSoftCap == 0
      && output.projection.matrices.count == 1 && output.projection.rows == logits.values.columns
  }

  /// Computes the logits of the rows that need them.
  func computeLogits(_ batch: DecoderBatch, selecting selection: () -> RowSelection?) {
    guard let norm = model.weights.outputNorm else { preconditionFailure("a model without logits") }
    let (normed, output, logits) = (buffers.normed, model.weights.output.projection, logits.values)
    kernels.normalize(buffers.residual, rows: batch.logitRows, norm, into: normed, forms: output.inputForms)
    mark(.elementwise)
    hasLogitMaxima = false
    let selection = selection()
    if let selection {
      kernels.multiply(output, selection, normed, rows: batch.logitRows.count, into: logits)
    } else {
      // Those of several rows are found one after the other, when they are sampled from.
      hasLogitMaxima = batch.logitRows.count == 1 && productsAreLogits && batch.adapted.isEmpty
      let maxima = hasLogitMaxima ? BlockMaxima(blockSize: LogitBlocks.size, into: logitMaxima) : nil
      kernels.multiply(output, normed, rows: batch.logitRows.count, into: logits, maxima: maxima)
    }
    for (adapter, rows) in batch.adapted {
      // Rows of the logits are numbered among the rows that need them.
      let indices = batch.logitRows.indices.filter { rows.contains(batch.logitRows[$0]) }
      if !indices.isEmpty { adapter.output?.apply(to: logits, from: normed, rows: indices, kernels) }
    }
    mark(.outputHead)
    kernels.finishLogits(
      logits, rows: batch.logitRows.count, bias: model.weights.output.bias, scale: model.configuration.logitScale,
      softCap: model.configuration.logitSoftCap)
    mark(.elementwise)
    spreadNonFiniteStates(batch, isWhole: selection == nil)
  }

  /// Makes the logits of rows NaN whose hidden states are not finite.
  ///
  /// Activations in 8 bits have no such values, so that the products of these are zero.
  private func spreadNonFiniteStates(_ batch: DecoderBatch, isWhole: Bool) {
    for (row, state) in batch.logitRows.enumerated() {
      let isLost = isWhole && logits.values.withRow(row) { row in row.indices.allSatisfy { row[$0] == 0 } }
      guard isLost || !buffers.residual.isFinite(row: state) else { continue }
      logits.values.withMutableRow(row) { row in for index in row.indices { row[index] = .nan } }
      hasLogitMaxima = false
    }
  }
}
