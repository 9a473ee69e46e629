import SwiftletKernelInterface
import SwiftletKernelsNEON
import SwiftletKernelsPortable

private typealias Portable = SwiftletKernelsPortable.Vectors
private typealias NEON = SwiftletKernelsNEON.Vectors

/// Sources shared by both modules, which may compile to different instructions.
func checkElementwise(_ random: inout Random, _ report: inout Report) {
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
    Portable.rmsNorm(x.floats, weight: y.floats, count: count, epsilon: 1e-5, into: expected.floats)
    NEON.rmsNorm(x.floats, weight: y.floats, count: count, epsilon: 1e-5, into: result.floats)
    compare("rmsNorm: count, index")
    Portable.layerNorm(x.floats, weight: y.floats, bias: y.floats, count: count, epsilon: 1e-5, into: expected.floats)
    NEON.layerNorm(x.floats, weight: y.floats, bias: y.floats, count: count, epsilon: 1e-5, into: result.floats)
    compare("layerNorm: count, index")
    for function in GateFunction.allCases {
      Portable.apply(function, to: x.floats, times: y.floats, count: count, into: expected.floats)
      NEON.apply(function, to: x.floats, times: y.floats, count: count, into: result.floats)
      compare("gate: count, index")
    }
    Portable.add(x.floats, to: expected.floats, count: count)
    NEON.add(x.floats, to: result.floats, count: count)
    compare("add: count, index")
    Portable.rotateAdjacentPairs(expected.floats, by: y.floats, pairs: count / 2)
    NEON.rotateAdjacentPairs(result.floats, by: y.floats, pairs: count / 2)
    compare("rotateAdjacentPairs: count, index")
    Portable.rotateHalves(expected.floats, by: y.floats, pairs: count / 2)
    NEON.rotateHalves(result.floats, by: y.floats, pairs: count / 2)
    compare("rotateHalves: count, index")
    for memory in [x, y, expected, result] { memory.free() }
  }
  report.endPart("norms, gates, sum, rotation")
}
