import SwiftletInference
import SwiftletKernels

/// The logits of every token, from passes over `chunk` tokens each.
func logits(
  _ model: DecoderModel, _ tokens: [Int], chunk: Int = .max, threads: Int = 1, cache type: KeyValueType = .f32
) throws -> [[Float]] {
  let rows = min(chunk, tokens.count)
  let decoder = try Decoder(model, pool: WorkerPool(threads: threads), maximumRows: rows, maximumLogits: rows)
  let cache = try model.makeCache(capacity: tokens.count, type: type)
  var result: [[Float]] = []
  for start in stride(from: 0, to: tokens.count, by: rows) {
    let end = min(start + rows, tokens.count)
    var batch = DecoderBatch()
    for position in start..<end { batch.append(tokens[position], at: position, of: cache, needsLogits: true) }
    decoder.forward(&batch)
    result += (0..<end - start).map { decoder.logits[row: $0] }
  }
  return result
}
