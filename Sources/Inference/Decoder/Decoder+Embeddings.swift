import SwiftletKernels

/// Embedding rows in place of tokens.
extension Decoder {
  /// Replaces the embeddings of rows that are given.
  func replaceEmbeddings(_ batch: DecoderBatch) {
    let width = model.configuration.embeddingWidth
    for (row, source, index) in batch.embedded {
      source.values.withRow(index) { given in
        buffers.residual.withMutableRow(row) { for element in 0..<width { $0[element] = given[element] } }
      }
    }
  }

  /// Adds the embeddings of token types, of which rows have the first or the second.
  func addTypes(_ batch: DecoderBatch, _ types: FloatRows) {
    let (first, second) = (types[row: 0], types[row: 1])
    let rows = Set(batch.secondTypeRows)
    for row in 0..<batch.count {
      let values = rows.contains(row) ? second : first
      buffers.residual.withMutableRow(row) { for element in values.indices { $0[element] += values[element] } }
    }
  }

  /// Adds the additional elements of given rows behind one of the first layers (deepstack).
  func addEmbeddings(_ batch: DecoderBatch, after layer: Int) {
    let width = model.configuration.embeddingWidth
    let start = (layer + 1) * width
    for (row, source, index) in batch.embedded where source.columns >= start + width {
      source.values.withRow(index) { given in
        buffers.residual.withMutableRow(row) { for element in 0..<width { $0[element] += given[start + element] } }
      }
    }
  }
}
