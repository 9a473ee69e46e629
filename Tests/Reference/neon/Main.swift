import SwiftletKernelsNEON
import SwiftletKernelsPortable

/// Compares the kernels for NEON with the portable ones; built and run by `check-neon.sh`.
@c(main)
func main() -> Int32 {
  var random = Random(2024)
  var report = Report()
  checkMatrices(&random, &report)
  // Of what both sets of kernels have alike, one check is enough.
  #if !MATRICES
    checkAttention(&random, &report)
    checkElementwise(&random, &report)
  #endif
  print("\(report.comparisons) comparisons, \(report.failures) failures")
  return report.failures == 0 ? 0 : 1
}

/// The files that both modules share, for which the compiler's choice of instructions may differ.
private func checkElementwise(_ random: inout Random, _ report: inout Report) {
  for count in [1, 15, 16, 31, 64, 577] {
    let x = Memory(&random, floats: count, magnitude: 20)
    let y = Memory(&random, floats: count, magnitude: 2)
    let expected = Memory(4 * count)
    let result = Memory(4 * count)
    func compare(_ what: StaticString) {
      for index in 0..<count {
        report.check(
          result.floats[index], expected.floats[index], unit: Double(expected.floats[index].magnitude), within: 1e-6,
          what, count, index, 0)
      }
      report.check(result.isUntouched(from: 4 * count), "bytes behind a row", count)
    }
    SwiftletKernelsPortable.rmsNorm(x.floats, y.floats, count, 1e-5, expected.floats)
    SwiftletKernelsNEON.rmsNorm(x.floats, y.floats, count, 1e-5, result.floats)
    compare("rmsNorm: count, index")
    SwiftletKernelsPortable.layerNorm(x.floats, y.floats, y.floats, count, 1e-5, expected.floats)
    SwiftletKernelsNEON.layerNorm(x.floats, y.floats, y.floats, count, 1e-5, result.floats)
    compare("layerNorm: count, index")
    typealias Code = SwiftletKernelsPortable.GateFunctionCode
    for function in [Code.silu, Code.geluTanh, Code.clamped] {
      SwiftletKernelsPortable.applyGate(function, x.floats, y.floats, count, expected.floats)
      SwiftletKernelsNEON.applyGate(function, x.floats, y.floats, count, result.floats)
      compare("applyGate: count, index")
    }
    SwiftletKernelsPortable.add(x.floats, expected.floats, count)
    SwiftletKernelsNEON.add(x.floats, result.floats, count)
    compare("add: count, index")
    SwiftletKernelsPortable.rotateAdjacentPairs(expected.floats, y.floats, count / 2)
    SwiftletKernelsNEON.rotateAdjacentPairs(result.floats, y.floats, count / 2)
    compare("rotateAdjacentPairs: count, index")
    SwiftletKernelsPortable.rotateHalves(expected.floats, y.floats, count / 2)
    SwiftletKernelsNEON.rotateHalves(result.floats, y.floats, count / 2)
    compare("rotateHalves: count, index")
    for memory in [x, y, expected, result] { memory.free() }
  }
  report.endPart("norms, gates, sum, rotation")
}
