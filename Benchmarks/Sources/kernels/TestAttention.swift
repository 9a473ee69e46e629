import SwiftletKernels

/// A filled KV cache and the queries of the tokens after it.
struct TestAttention {
  private let kernels: Kernels
  private let layers: Int
  private let batch: [BatchRow]
  private let units: [Range<Int>]
  private let projections: FloatRows
  private let scratch: AttentionScratch
  private let output: Activations
  private let options: AttentionOptions

  /// Fills every layer up to the last token.
  init(
    _ kernels: Kernels, _ shape: AttentionShape, _ type: KeyValueType, layers: Int, depth: Int, tokens: Int
  ) throws {
    let rows = 512
    let cache = try KeyValueCache(layers: layers, shape: shape, capacity: depth + tokens, type: type)
    projections = try FloatRows(rows: rows, columns: shape.queryColumns + 2 * shape.keyColumns)
    scratch = try AttentionScratch(threads: kernels.pool.count, shape: shape)
    output = try Activations(rows: tokens, columns: shape.queryColumns)
    options = AttentionOptions(scale: 1 / Float(shape.headWidth).squareRoot())
    var numbers = RandomNumbers(seed: 3)
    for row in 0..<rows { projections[row: row] = numbers.floats(projections.columns) }
    for layer in 0..<layers {
      for start in stride(from: 0, to: depth + tokens, by: rows) {
        let chunk = (start..<min(start + rows, depth + tokens)).map { BatchRow(cache: cache, position: $0) }
        kernels.store(projections, batch: chunk, layer: layer, scratch: scratch)
      }
    }
    batch = (depth..<depth + tokens).map { BatchRow(cache: cache, position: $0) }
    var units: [Range<Int>] = []
    Kernels.units(of: batch, into: &units)
    (self.kernels, self.layers, self.units) = (kernels, layers, units)
  }

  /// Returns the median seconds per layer; each run uses the next layer.
  func seconds(_ stopwatch: Stopwatch) -> Double {
    var layer = 0
    return stopwatch.median {
      kernels.attend(
        projections, batch: batch, units: units, layer: layer, options: options, scratch: scratch, into: output)
      layer = (layer + 1) % layers
    }
  }
}
