import SwiftletKernels

/// The elementwise operations between matrix products, for one token and for a prefill chunk.
struct RowsReport {
  let pool: WorkerPool
  let stopwatch: Stopwatch
  let options: KernelsOptions

  private static let columns = 2048
  private static let feedForwardColumns = 8192
  private var rowCounts: [Int] { options.isQuick ? [512] : [1, 512] }

  /// Measures and prints the table.
  func print() throws {
    var table = Table(
      "Operations on rows of \(Self.columns), SwiGLU \(Self.feedForwardColumns), \(pool.count) threads; microseconds and "
        + "GB/s read and written",
      ["kernels", "rows"]
        + ["RMSNorm, 8 bits", "8 bits", "SwiGLU, 8 bits", "sum", "rotation"].flatMap { [$0, "GB/s"] })
    for set in options.instructionSets {
      for rows in rowCounts {
        Report.progress("rows, \(rows) on \(set)")
        let cells = try operations(Kernels(pool: pool, instructionSet: set), rows).flatMap { bytes, body in
          let seconds = stopwatch.median(body)
          return [(seconds * 1e6).short, (Double(bytes) / seconds * 1e-9).short]
        }
        table.add([set.rawValue, "\(rows)"] + cells)
      }
    }
    Report.print(table.text)
    Report.print(
      "The rows are in cache; the values are costs of the operations without a comparison to a limit.\n")
  }

  /// The operations and the bytes that each moves; a quantised element has a byte and its share of a scale and a sum.
  private func operations(_ kernels: Kernels, _ rows: Int) throws -> [(bytes: Int, body: () -> Void)] {
    let (columns, wide) = (Self.columns, Self.feedForwardColumns)
    let shape = AttentionShape(headCount: 32, keyValueHeadCount: 8, headWidth: 64)
    let x = try filled(FloatRows(rows: rows, columns: columns)) { _ in 1.5 }
    let sum = try FloatRows(rows: rows, columns: columns)
    let norm = Norm(.rootMeanSquare, weight: try filled(FloatRows(rows: 1, columns: columns)) { _ in 1 }, epsilon: 1e-5)
    let normalized = try Activations(rows: rows, columns: columns)
    let gate = try filled(FloatRows(rows: rows, columns: 2 * wide)) { $0 < wide ? 2 : 1 }
    let product = try Activations(rows: rows, columns: wide)
    let heads = try filled(FloatRows(rows: rows, columns: shape.queryColumns + 2 * shape.keyColumns)) { _ in 1 }
    // Cosine and sine of each pair.
    let angles = try filled(FloatRows(rows: rows, columns: shape.headWidth)) { $0 % 2 == 0 ? 0.6 : 0.8 }
    let quantized = { (count: Int) in count / 32 * 48 }
    return [
      (
        rows * (columns * 8 + quantized(columns)),
        {
          kernels.normalize(x, rows: rows, norm, into: normalized, forms: .bytes)
        }
      ),
      (rows * (columns * 4 + quantized(columns)), { kernels.prepare(normalized, rows: rows, forms: .bytes) }),
      (
        rows * (wide * 16 + quantized(wide)),
        {
          kernels.activate(gate, rows: rows, .silu, isGated: true, bias: nil, into: product, forms: .bytes)
        }
      ),
      (rows * columns * 12, { kernels.add(x, to: sum, rows: rows) }),
      (
        rows * (shape.queryColumns + shape.keyColumns) * 8,
        {
          kernels.finishHeads(heads, rows: rows, QKVEpilogue(), angles: angles, shape: shape)
        }
      ),
    ]
  }

  private func filled(_ rows: FloatRows, _ element: (Int) -> Float) -> FloatRows {
    for row in 0..<rows.rows { rows[row: row] = (0..<rows.columns).map(element) }
    return rows
  }
}
