import Foundation

/// The OpenBLAS library, loaded at run time.
struct OpenBLAS {
  private typealias Multiply =
    @convention(c) (
      Int32, Int32, Int32, Int32, Int32, Int32, Float, UnsafePointer<Float>, Int32, UnsafePointer<Float>, Int32, Float,
      UnsafeMutablePointer<Float>, Int32
    ) -> Void
  private typealias SetThreads = @convention(c) (Int32) -> Void
  private typealias Name = @convention(c) () -> UnsafePointer<CChar>?

  private let multiply: Multiply
  private let setThreads: SetThreads
  /// The name of the library's kernels.
  let kernelName: String

  /// Loads the library; `nil` if it is not installed.
  ///
  /// OpenBLAS selects kernels by processor model and falls back to AVX2 for unknown models. Therefore AVX-512 kernels
  /// are forced if the processor supports them.
  init?(hasAVX512: Bool) {
    if hasAVX512 { setenv("OPENBLAS_CORETYPE", "SkylakeX", 1) }
    guard let library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL),
      let multiply = dlsym(library, "cblas_sgemm"), let setThreads = dlsym(library, "openblas_set_num_threads")
    else { return nil }
    // The types follow the library's header, with dimensions of type int.
    self.multiply = unsafeBitCast(multiply, to: Multiply.self)
    self.setThreads = unsafeBitCast(setThreads, to: SetThreads.self)
    let name = dlsym(library, "openblas_get_corename").flatMap { unsafeBitCast($0, to: Name.self)() }
    kernelName = name.map { String(cString: $0) } ?? "unknown"
  }

  /// Sets the number of threads.
  func use(threads: Int) { setThreads(Int32(clamping: threads)) }

  /// Multiplies tokens (count × columns) by the transpose of weights (rows × columns).
  func multiply(_ tokens: [Float], count: Int, _ weights: [Float], rows: Int, columns: Int, into output: inout [Float])
  {
    precondition(tokens.count >= count * columns && weights.count >= rows * columns && output.count >= count * rows)
    let (rowMajor, plain, transposed): (Int32, Int32, Int32) = (101, 111, 112)
    multiply(
      rowMajor, plain, transposed, Int32(count), Int32(rows), Int32(columns), 1, tokens, Int32(columns), weights,
      Int32(columns), 0, &output, Int32(rows))
  }
}
