import Foundation

/// OpenBLAS, if the machine has it.
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
  /// The processor that the library's kernels are for.
  let kernelName: String

  /// Looks the library up; nil if there is none.
  ///
  /// It recognises processors by their model, and takes AVX2 for a newer one than it knows or where the environment
  /// says so. As what counts here is the best that it can do, it is told to use AVX-512 where there is that.
  init?(hasAVX512: Bool) {
    if hasAVX512 { setenv("OPENBLAS_CORETYPE", "SkylakeX", 1) }
    guard let library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL),
      let multiply = dlsym(library, "cblas_sgemm"), let setThreads = dlsym(library, "openblas_set_num_threads")
    else { return nil }
    // The types are those of the library's header, where a dimension is an int.
    self.multiply = unsafeBitCast(multiply, to: Multiply.self)
    self.setThreads = unsafeBitCast(setThreads, to: SetThreads.self)
    let name = dlsym(library, "openblas_get_corename").flatMap { unsafeBitCast($0, to: Name.self)() }
    kernelName = name.map { String(cString: $0) } ?? "unknown"
  }

  /// Chooses how many threads a product takes.
  func use(threads: Int) { setThreads(Int32(clamping: threads)) }

  /// Tokens (count × columns) times the transpose of weights (rows × columns).
  func multiply(_ tokens: [Float], count: Int, _ weights: [Float], rows: Int, columns: Int, into output: inout [Float])
  {
    precondition(tokens.count >= count * columns && weights.count >= rows * columns && output.count >= count * rows)
    let (rowMajor, plain, transposed): (Int32, Int32, Int32) = (101, 111, 112)
    multiply(
      rowMajor, plain, transposed, Int32(count), Int32(rows), Int32(columns), 1, tokens, Int32(columns), weights,
      Int32(columns), 0, &output, Int32(rows))
  }
}
