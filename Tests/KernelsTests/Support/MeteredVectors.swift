import SwiftletKernelInterface
import SwiftletKernelsPortable
import Synchronization

@testable import SwiftletKernels

/// The kernels of the machine, with a count of the pages that attention reads: those of one test at a time.
enum MeteredVectors: VectorKernels {
  private static let reads = Mutex<[Int: Int]>([:])
  private static let kernels = KernelTable(.chosen).vectors

  /// The number of times that each head of each page was read since the last call, by its address.
  static func take() -> [Int: Int] {
    reads.withLock { reads in
      defer { reads = [:] }
      return reads
    }
  }

  static func attend(_ task: AttentionTask) {
    var (first, end) = (Int.max, Int.min)
    for query in 0..<task.count where task.bounds[2 * query] < task.bounds[2 * query + 1] {
      first = min(first, Int(task.bounds[2 * query]))
      end = max(end, Int(task.bounds[2 * query + 1]))
    }
    if first < end {
      let pages = (first / AttentionState.run...(end - 1) / AttentionState.run).map {
        Int(bitPattern: task.pages[$0]) + task.headOffset
      }
      reads.withLock { reads in for page in pages { reads[page, default: 0] += 1 } }
    }
    kernels.attend(task)
  }

  static func quantize(
    _ values: UnsafePointer<Float>, count: Int, into blocks: UnsafeMutableRawPointer, stride: Int
  ) {
    kernels.quantize(values, count: count, into: blocks, stride: stride)
  }

  static func interleave(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>) {
    kernels.interleave(rows, into: group)
  }

  static func convertToFixedPoint(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>) {
    kernels.convertToFixedPoint(rows, into: group)
  }

  static func convertToFixedPoint(
    _ patterns: UnsafePointer<UInt16>, isBFloat16: Bool, into output: UnsafeMutableRawPointer
  ) -> UInt16 {
    kernels.convertToFixedPoint(patterns, isBFloat16: isBFloat16, into: output)
  }

  static func addToHash(
    _ stripes: UnsafeRawPointer, count: Int, keys: UnsafeRawPointer, state: UnsafeMutablePointer<HashState>
  ) {
    kernels.addToHash(stripes, count: count, keys: keys, state: state)
  }

  static func storeKey(
    _ key: UnsafePointer<Float>, width: Int, as type: KeyValueType, into panel: UnsafeMutableRawPointer, lane: Int
  ) {
    kernels.storeKey(key, width: width, as: type, into: panel, lane: lane)
  }

  static func storeValue(
    _ value: UnsafePointer<Float>, width: Int, as type: KeyValueType, into row: UnsafeMutableRawPointer
  ) {
    kernels.storeValue(value, width: width, as: type, into: row)
  }

  static func rotateAdjacentPairs(_ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int) {
    kernels.rotateAdjacentPairs(x, by: angles, pairs: pairs)
  }

  static func rotateHalves(_ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int) {
    kernels.rotateHalves(x, by: angles, pairs: pairs)
  }

  static func rmsNorm(
    _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, count: Int, epsilon: Float,
    into output: UnsafeMutablePointer<Float>
  ) {
    kernels.rmsNorm(x, weight: weight, count: count, epsilon: epsilon, into: output)
  }

  static func layerNorm(
    _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, bias: UnsafePointer<Float>?, count: Int, epsilon: Float,
    into output: UnsafeMutablePointer<Float>
  ) {
    kernels.layerNorm(x, weight: weight, bias: bias, count: count, epsilon: epsilon, into: output)
  }

  static func add(_ x: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, count: Int) {
    kernels.add(x, to: sum, count: count)
  }

  static func apply(
    _ function: GateFunction, to x: UnsafePointer<Float>, times factors: UnsafePointer<Float>?, count: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    kernels.apply(function, to: x, times: factors, count: count, into: output)
  }

  static func softCap(_ x: UnsafeMutablePointer<Float>, cap: Float, count: Int) {
    kernels.softCap(x, cap: cap, count: count)
  }

  static func blockMaxima(
    _ x: UnsafePointer<Float>, count: Int, blockSize: Int, into maxima: UnsafeMutablePointer<Float>
  ) {
    kernels.blockMaxima(x, count: count, blockSize: blockSize, into: maxima)
  }

  static func advance(_ step: DeltaRuleStep, into output: UnsafeMutablePointer<Float>) {
    kernels.advance(step, into: output)
  }

  static func advance(_ steps: StateSpaceSteps) { kernels.advance(steps) }
}
