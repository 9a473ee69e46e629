import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

/// The duration of a forward pass over several tokens, relative to a pass over one token.
struct RowsReport {
  let decoder: Decoder

  init(model: String, threads: Int?) throws {
    let pool = WorkerPool(threads: threads ?? Processors.threadCount)
    decoder = try Decoder(DecoderModel(GGUFFile(path: model), pool: pool), pool: pool)
  }

  /// Returns a line per number of tokens, with the median of `rounds` alternating measurements.
  func lines(depth: Int, rounds: Int) throws -> [String] {
    let counts = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 17, 24, 32]
    let cache = try decoder.model.makeCache(capacity: depth + 64, type: .f16)
    _ = pass(cache, from: 0, count: depth, needsLogits: false)
    var seconds: [Int: [Double]] = [:]
    for _ in 0..<rounds {
      for count in counts {
        seconds[count, default: []].append(pass(cache, from: depth, count: count, needsLogits: true))
      }
    }
    func median(_ count: Int) -> Double { seconds[count, default: []].sorted()[rounds / 2] }
    return counts.map { count in
      let ratio = median(count) / median(1)
      let each = count > 1 ? ", \(((ratio - 1) / Double(count - 1) * 1000).rounded() / 1000) for each further one" : ""
      return
        "\(count) tokens: \((median(count) * 100_000).rounded() / 100) ms, × \((ratio * 100).rounded() / 100)\(each)"
    }
  }

  private func pass(_ cache: KeyValueCache, from start: Int, count: Int, needsLogits: Bool) -> Double {
    var seconds = 0.0
    for first in stride(from: start, to: start + count, by: decoder.maximumRows) {
      var batch = DecoderBatch()
      for position in first..<min(first + decoder.maximumRows, start + count) {
        batch.append(position % 97, at: position, of: cache, needsLogits: needsLogits)
      }
      let begun = ContinuousClock.now
      decoder.forward(&batch)
      seconds += (ContinuousClock.now - begun) / .seconds(1)
    }
    return seconds
  }
}
