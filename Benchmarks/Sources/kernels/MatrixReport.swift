import SwiftletKernels

/// GEMV and GEMM speed of each instruction set and packed format.
struct MatrixReport {
  let limits: Limits
  let pool: WorkerPool
  let stopwatch: Stopwatch
  let options: KernelsOptions

  /// The largest batch that is memory-bound; larger ones are compute-bound.
  private static let fewTokens = 8
  private var tokenCounts: [Int] { options.isQuick ? [1, 4, 12, 512] : [1, 2, 4, 8, 12, 48, 512] }

  /// Measures and prints a table for each instruction set.
  func print() throws {
    var tables = options.instructionSets.map { set in
      Table(
        "Matrix \(TestMatrices.rows) × \(TestMatrices.columns) times tokens, \(set), \(pool.count) threads", heads)
    }
    for format in options.formats {
      Report.progress("packing \(format)")
      // Larger than the last-level cache, so that each pass reads the matrices from memory.
      let matrices = try TestMatrices(
        format: format, totalBytes: max(256 << 20, 4 * Machine.lastLevelCacheBytes), pool: pool)
      for (index, set) in options.instructionSets.enumerated() {
        tables[index].add(try row(format, matrices, set))
      }
    }
    for table in tables { Report.print(table.text) }
    Report.print(Self.legend)
  }

  private static let legend = """
    1 token: weight bytes per second, and percentage of the memory bandwidth measured directly afterwards. 2 to 8
    tokens: time relative to 1 token.
    More: operations per second, and percentage of the peak of the instruction set.

    """

  private var heads: [String] {
    ["format", "bits"]
      + tokenCounts.flatMap { tokens in
        switch tokens {
        case 1: ["1: GB/s", "of limit"]
        case ...Self.fewTokens: ["\(tokens)"]
        default: ["\(tokens): GOPS", "of limit"]
        }
      }
  }

  private func row(_ format: PackedFormat, _ matrices: TestMatrices, _ set: InstructionSet) throws -> [String] {
    Report.progress("\(format) on \(set)")
    let kernels = Kernels(pool: pool, instructionSet: set)
    let weights = Double(TestMatrices.rows * TestMatrices.columns)
    let limit = limits.peakOperationsPerSecond(set, format.operations)
    var cells = [format.rawValue, (Double(matrices.byteCount * 8) / weights).fixed(2)]
    var single = 0.0
    for tokens in tokenCounts {
      let product = try TestProduct(tokens: tokens, kernels: kernels)
      let seconds = product.seconds(matrices, stopwatch)
      switch tokens {
      case 1:
        single = seconds
        let speed = Double(matrices.byteCount) / seconds
        cells += [(speed * 1e-9).short, speed.percent(of: limits.bytesPerSecondNow())]
      case ...Self.fewTokens: cells.append("× " + (seconds / single).fixed(2))
      default:
        let speed = 2 * weights * Double(tokens) / seconds
        cells += [(speed * 1e-9).short, speed.percent(of: limit)]
      }
    }
    return cells
  }
}

extension PackedFormat {
  /// The arithmetic of the format's kernels.
  fileprivate var operations: Peak.Kind { isInteger ? .bytes : isFixedPoint ? .pairs : .floats }
}

/// The input and output of a matrix product.
struct TestProduct {
  private let tokens: Int
  private let kernels: Kernels
  private let input: Activations
  private let output: FloatRows

  /// Creates random activations in all representations.
  init(tokens: Int, kernels: Kernels) throws {
    (self.tokens, self.kernels) = (tokens, kernels)
    input = try Activations(rows: tokens, columns: TestMatrices.columns)
    output = try FloatRows(rows: tokens, columns: TestMatrices.rows)
    var numbers = RandomNumbers(seed: 2)
    for token in 0..<tokens { input.values[row: token] = numbers.floats(TestMatrices.columns) }
    kernels.prepare(input, rows: tokens, forms: [.bytes, .floats, .fixedPoint])
  }

  /// Returns the median seconds per matrix; each run uses the next matrix.
  func seconds(_ matrices: TestMatrices, _ stopwatch: Stopwatch) -> Double {
    var index = 0
    return stopwatch.median {
      kernels.multiply(matrices.projections[index % matrices.projections.count], input, rows: tokens, into: output)
      index += 1
    }
  }
}
