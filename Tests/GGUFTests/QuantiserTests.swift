import Foundation
import SwiftletGGUF
import Testing

/// The quantisation error of formats without a reference implementation.
@Suite struct QuantiserTests {
  /// A format with the errors that it may have.
  struct Case: Sendable, CustomTestStringConvertible {
    let type: TensorType
    /// The relative error of Gaussian numbers if each group's ends are taken for the ends of its levels, as measured
    /// in numpy over 2^20 numbers; a search has to do better.
    let plain: Float
    /// The largest error relative to the block's largest magnitude: the widest step.
    ///
    /// Half of it is not enough, as a search gives up an extreme for the others' sake.
    let largest: Float

    var testDescription: String { type.name }
  }

  private static let searching = [
    Case(type: .q2_K, plain: 0.3287, largest: 0.33), Case(type: .q3_K, plain: 0.1551, largest: 0.25),
    Case(type: .q4_K, plain: 0.0784, largest: 0.133), Case(type: .q5_K, plain: 0.0382, largest: 0.065),
    Case(type: .q6_K, plain: 0.0188, largest: 0.031), Case(type: .iq4_NL, plain: 0.0800, largest: 0.19),
    Case(type: .iq4_XS, plain: 0.0801, largest: 0.19),
  ]
  private static let all = searching + [Case(type: .mxfp4, plain: 0.1152, largest: 0.25)]

  @Test(arguments: all)
  func gaussianNumbersLoseLittle(_ format: Case) throws {
    let values = gaussian(1 << 15, seed: 11)
    let restored = try roundTrip(values, format.type)
    let squares = zip(values, restored).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    let error = (squares / values.map { $0 * $0 }.reduce(0, +)).squareRoot()
    #expect(error < format.plain * (format.type == .mxfp4 ? 1.03 : 0.95))
    #expect(error > format.plain / 2)
  }

  @Test(arguments: all)
  func noElementIsFarOff(_ format: Case) throws {
    let numbers = gaussian(2048, seed: 12)
    let ramp = (0..<2048).map { Float($0 % 256) - 128 }
    let inputs = [
      "Gaussian": numbers, "small": numbers.map { $0 / 1000 }, "raised": numbers.map { $0 + 9 }, "ramp": ramp,
      "rising": ramp.map { $0 + 1000 }, "sinking": ramp.map { -1000 - $0 },
      "an outlier": numbers.enumerated().map { $0 % 256 == 77 ? -100 : $1 },
      "half zeros": numbers.enumerated().map { $0 % 128 < 64 ? 0 : $1 },
    ]
    for (name, values) in inputs {
      let restored = try roundTrip(values, format.type)
      for start in stride(from: 0, to: values.count, by: 256) {
        let block = start..<start + 256
        let error = zip(values[block], restored[block]).map { abs($0 - $1) }.max() ?? 0
        #expect(error <= format.largest * (values[block].map(abs).max() ?? 0), "\(name) from \(start)")
      }
    }
  }

  @Test(arguments: all)
  func zerosStayZeros(_ format: Case) throws {
    for zero in [Float(0), -0.0] {
      #expect(try roundTrip([Float](repeating: zero, count: 512), format.type).allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: searching, [Float(1), -1, 3.3, -0.017, 1e-3, 250, -40000])
  func constantsStayConstant(_ format: Case, _ constant: Float) throws {
    let restored = try roundTrip([Float](repeating: constant, count: 512), format.type)
    #expect(restored.allSatisfy { $0 == restored[0] })
    // Below, scales are subnormal numbers of binary16.
    let bound: Float = abs(constant) > 0.5 ? 0.0005 : 0.03
    #expect(abs(restored[0] - constant) <= bound * abs(constant))
  }

  /// All steps of a search are exact under powers of two, and under negation where levels have no minimum.
  @Test(arguments: searching)
  func scaledNumbersGiveScaledNumbers(_ format: Case) throws {
    let values = gaussian(2048, seed: 13).map { $0 * 16 }
    let restored = try roundTrip(values, format.type)
    let isSymmetric = [.q3_K, .q6_K, .iq4_NL, .iq4_XS].contains(format.type)
    for factor: Float in isSymmetric ? [2, 0.25, -1, -8] : [2, 0.25] {
      #expect(try roundTrip(values.map { $0 * factor }, format.type) == restored.map { $0 * factor })
    }
  }

  @Test(arguments: searching, [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e38, 0x1p-149])
  func brokenWeightsGiveFiniteNumbers(_ format: Case, _ extreme: Float) throws {
    var values = gaussian(512, seed: 14)
    for index in [0, 77, 511] { values[index] = extreme }
    #expect(try roundTrip(values, format.type).allSatisfy { $0.isFinite })
    let restored = try roundTrip([Float](repeating: extreme, count: 256), format.type)
    #expect(restored.allSatisfy { $0.isFinite })
  }

  /// Below the exponents of the format, where the reference's wrap around.
  @Test func smallMicroscalingBlocksKeepTheirExponent() throws {
    for value: Float in [0x1p-127, -1e-38, 0x1p-126] {
      let restored = try roundTrip([Float](repeating: value, count: 32), .mxfp4)
      #expect(restored.allSatisfy { abs($0 - value) <= abs(value) / 4 })
    }
    #expect(try roundTrip([Float](repeating: 0x1p-149, count: 32), .mxfp4).allSatisfy { $0 == 0 })
  }

  private func roundTrip(_ values: [Float], _ type: TensorType) throws -> [Float] {
    let format = try #require(type.writableFormat)
    return format.quantized(values).withUnsafeBytes { format.dequantized($0, count: values.count) }
  }

  /// Gaussian numbers by the method of Box and Muller.
  private func gaussian(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
      return Float(radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator)))
    }
  }
}
