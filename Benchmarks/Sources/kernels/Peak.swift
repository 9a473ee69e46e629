import PeaksAVX2
import PeaksAVX512
import SwiftletKernels

/// A loop of a single arithmetic instruction, to measure its peak throughput.
struct Peak: Sendable {
  /// The operand types.
  enum Kind: Equatable { case bytes, pairs, floats }

  var name: String
  var kind: Kind
  /// The instruction sets with this upper bound; empty if no kernel uses the instruction.
  var bounds: [InstructionSet]
  /// The multiplications and additions per step.
  var operations: Int
  /// Executes a number of steps in each chain.
  var run: @Sendable (Int) -> Void

  /// The peaks that this processor supports.
  static var available: [Peak] {
    #if arch(x86_64)
      (InstructionSet.available.contains(.avx512) ? avx512 : [])
        + (InstructionSet.available.contains(.avx2) ? avx2 : [])
    #else
      []
    #endif
  }

  #if arch(x86_64)
    private static let avx512: [Peak] = [
      Peak(name: "int8 dot, 512 bit (vpdpbusd)", kind: .bytes, bounds: [.avx512], operations: 128) {
        _ = runDot512(rounds: $0, operand: 0x0102_0304)
      },
      Peak(name: "int8 dot, 256 bit (vpdpbusd)", kind: .bytes, bounds: [.avxVNNI], operations: 64) {
        _ = runDot256(rounds: $0, operand: 0x0102_0304)
      },
      Peak(name: "int16 dot, 512 bit (vpdpwssd)", kind: .pairs, bounds: [.avx512], operations: 64) {
        _ = runPairDot512(rounds: $0, operand: 0x0102_0304)
      },
      Peak(name: "int16 dot, 256 bit (vpdpwssd)", kind: .pairs, bounds: [.avxVNNI], operations: 32) {
        _ = PeaksAVX512.runPairDot256(rounds: $0, operand: 0x0102_0304)
      },
      Peak(name: "f32 multiply-add, 512 bit", kind: .floats, bounds: [.avx512], operations: 32) {
        _ = runFMA512(rounds: $0, operand: 0.5)
      },
    ]

    private static let avx2: [Peak] = [
      Peak(name: "int8 dot, 256 bit (vpmaddubsw, 16-bit sums)", kind: .bytes, bounds: [.avx2], operations: 64) {
        _ = runNarrowDot256(rounds: $0, operand: 0x0102_0304)
      },
      Peak(name: "int8 dot, 256 bit (vpmaddubsw, 32-bit sums)", kind: .bytes, bounds: [], operations: 64) {
        _ = runWideDot256(rounds: $0, operand: 0x0102_0304)
      },
      Peak(name: "int16 dot, 256 bit (vpmaddwd)", kind: .pairs, bounds: [.avx2], operations: 32) {
        _ = PeaksAVX2.runPairDot256(rounds: $0, operand: 0x0102_0304)
      },
      Peak(name: "f32 multiply-add, 256 bit", kind: .floats, bounds: [.avx2, .avxVNNI], operations: 16) {
        _ = runFMA256(rounds: $0, operand: 0.5)
      },
    ]
  #endif

  /// The number of values in `Chains`.
  private static let chainCount = 12

  /// Measures the operations per second of all threads of a pool.
  func measure(on pool: WorkerPool, _ stopwatch: Stopwatch) -> Double {
    // Chunks of about a millisecond, for load balancing between threads.
    let (pieces, rounds) = (pool.count * 8, 500_000)
    let seconds = stopwatch.median {
      pool.forEach(pieces) { _, range in
        for _ in range { run(rounds) }
      }
    }
    return Double(pieces * rounds * Self.chainCount * operations) / seconds
  }
}
