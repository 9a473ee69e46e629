import SwiftletKernels

/// A comparison of the float GEMM kernels with OpenBLAS.
struct BLASReport {
  let stopwatch: Stopwatch
  let options: KernelsOptions

  private var tokenCounts: [Int] { options.isQuick ? [128] : [48, 128, 512] }
  private static let formats: [PackedFormat] = [.f32, .f16]

  /// Measures and prints the table, or a message if OpenBLAS is not installed.
  func print() throws {
    guard let blas = OpenBLAS(hasAVX512: options.instructionSets.contains(.avx512)) else {
      return Report.print("OpenBLAS: not found.\n")
    }
    guard let set = options.instructionSets.last else { return }
    var table = Table(
      "Float GEMM, \(TestMatrices.rows) × \(TestMatrices.columns), \(set), compared with OpenBLAS "
        + "(\(blas.kernelName)); GFLOPS",
      ["tokens", "threads", "OpenBLAS f32"] + Self.formats.flatMap { ["ours \($0)", "ratio"] })
    var numbers = RandomNumbers(seed: 4)
    let columns = TestMatrices.columns
    let weights = numbers.floats(8 * columns)
    let blasWeights = (0..<TestMatrices.rows / 8).flatMap { _ in weights }
    for threads in Set([1, options.threads]).sorted() {
      let pool = WorkerPool(threads: threads)
      let kernels = Kernels(pool: pool, instructionSet: set)
      let matrices = try Self.formats.map { try TestMatrices(format: $0, totalBytes: 1, pool: pool) }
      for tokens in tokenCounts {
        Report.progress("OpenBLAS, \(tokens) tokens on \(threads) threads")
        let operations = 2 * Double(TestMatrices.rows * columns * tokens)
        blas.use(threads: threads)
        let input = numbers.floats(tokens * columns)
        var output = [Float](repeating: 0, count: tokens * TestMatrices.rows)
        let theirs =
          operations
          / stopwatch.median {
            blas.multiply(
              input, count: tokens, blasWeights, rows: TestMatrices.rows, columns: columns, into: &output)
          }
        let product = try TestProduct(tokens: tokens, kernels: kernels)
        table.add(
          ["\(tokens)", "\(threads)", (theirs * 1e-9).short]
            + matrices.flatMap { matrices in
              let ours = operations / product.seconds(matrices, stopwatch)
              return [(ours * 1e-9).short, (ours / theirs).fixed(2)]
            })
      }
    }
    Report.print(table.text)
  }
}
