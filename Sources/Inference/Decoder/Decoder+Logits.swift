import SwiftletKernels

/// The logits of a pass, and the measurement of its parts.
extension Decoder {
  /// Adds the time since the last mark to a part, if parts are measured.
  func mark(_ part: StepPart) { timer?.mark(part) }

  /// Returns the maximum of each block of a row of logits; see ``LogitBlocks``.
  func maxima(ofLogits row: Int) -> [Float] {
    kernels.findBlockMaxima(logits.values, row: row, blockSize: LogitBlocks.size, into: logitMaxima)
    return logitMaxima[row: 0]
  }

  /// Computes the logits of the rows that need them.
  func computeLogits(_ batch: DecoderBatch, selecting selection: () -> RowSelection?) {
    guard let norm = model.weights.outputNorm else { preconditionFailure("a model without logits") }
    let (normed, output, logits) = (buffers.normed, model.weights.output.projection, logits.values)
    kernels.normalize(buffers.residual, rows: batch.logitRows, norm, into: normed, forms: output.inputForms)
    mark(.elementwise)
    if let selection = selection() {
      kernels.multiply(output, selection, normed, rows: batch.logitRows.count, into: logits)
    } else {
      kernels.multiply(output, normed, rows: batch.logitRows.count, into: logits)
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
  }
}
