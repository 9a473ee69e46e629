import SwiftletGGUF
import Testing

/// The 16-bit formats, against `Float16` where there is one and against their definition.
@Suite struct HalfPrecisionTests {
  #if !(os(macOS) && arch(x86_64))
    @Test func everyF16PatternHasTheValueOfFloat16() {
      let wrong = (0...UInt16.max).filter {
        HalfPrecision.float(f16: $0).bitPattern != Float(Float16(bitPattern: $0)).bitPattern
      }
      #expect(wrong.isEmpty)
    }

    @Test func roundingToF16AgreesWithFloat16() {
      let wrong = Self.patterns(random: 2_000_000, seed: 1).filter {
        let value = Float(bitPattern: $0)
        return HalfPrecision.f16(value) != Float16(value).bitPattern
      }
      #expect(wrong.isEmpty, "\(wrong.prefix(5).map { String($0, radix: 16) })")
    }
  #endif

  @Test func everyF16PatternSurvivesTheRoundTrip() {
    for bits in 0...UInt16.max {
      let isNaN = bits & 0x7FFF > 0x7C00
      let expected = isNaN ? bits | 0x200 : bits
      if HalfPrecision.f16(HalfPrecision.float(f16: bits)) != expected { Issue.record("\(bits)") }
    }
  }

  @Test func f16RoundsTiesToEven() {
    let unit: Float = 0x1p-10  // the distance of neighbours from 1 to 2
    #expect(HalfPrecision.f16(1 + unit / 2) == 0x3C00)
    #expect(HalfPrecision.f16(1 + unit * 3 / 2) == 0x3C02)
    #expect(HalfPrecision.f16((1 + unit / 2).nextUp) == 0x3C01)
    #expect(HalfPrecision.f16(0x1p-25) == 0)  // half the smallest subnormal
    #expect(HalfPrecision.f16(Float(0x1p-25).nextUp) == 1)
    #expect(HalfPrecision.f16(-0x3p-25) == 0x8002)
    #expect(HalfPrecision.f16(Float(65520).nextDown) == 0x7BFF)
    #expect(HalfPrecision.f16(65520) == 0x7C00)
    #expect(HalfPrecision.f16(-.infinity) == 0xFC00)
  }

  @Test func everyBF16PatternIsTheUpperHalfOfAFloat() {
    for bits in 0...UInt16.max {
      let value = HalfPrecision.float(bf16: bits)
      if value.bitPattern != UInt32(bits) << 16 { Issue.record("\(bits)") }
      let quiet = value.isNaN ? bits | 0x40 : bits
      if HalfPrecision.bf16(value) != quiet { Issue.record("back from \(bits)") }
    }
  }

  @Test func roundingToBF16TakesTheNearerNeighbour() {
    for pattern in Self.patterns(random: 500_000, seed: 2) {
      let value = Float(bitPattern: pattern)
      let result = HalfPrecision.bf16(value)
      if result != Self.bf16ByDefinition(value) { Issue.record("\(String(pattern, radix: 16)) gives \(result)") }
    }
  }

  /// Compares the distances to both neighbours, where infinity stands for 2^128, the value after the greatest one.
  private static func bf16ByDefinition(_ value: Float) -> UInt16 {
    let lower = UInt16(truncatingIfNeeded: value.bitPattern >> 16)
    if value.isNaN { return lower | 0x40 }
    if value.isInfinite { return lower }
    func exact(_ bits: UInt16) -> Double {
      let neighbour = Double(Float(bitPattern: UInt32(bits) << 16))
      return neighbour.isInfinite ? 0x1p128 : neighbour.magnitude
    }
    let magnitude = Double(value.magnitude)
    let (below, above) = (magnitude - exact(lower), exact(lower + 1) - magnitude)
    if below == above { return lower & 1 == 0 ? lower : lower + 1 }
    return below < above ? lower : lower + 1
  }

  /// Random patterns and those around every place where the exponent or the last kept bit changes.
  private static func patterns(random count: Int, seed: UInt64) -> [UInt32] {
    var generator = SeededGenerator(seed: seed)
    var patterns = (0..<count).map { _ in UInt32.random(in: 0...(.max), using: &generator) }
    // Half of the random patterns lie far outside the range of binary16; as many again lie inside it.
    patterns += (0..<count).map { _ in
      UInt32.random(in: 0x3200_0000...0x4800_0000, using: &generator) | (generator.next() & 1 == 0 ? 0 : 1 << 31)
    }
    for bits in 0...UInt16.max {
      let upper = UInt32(bits) << 16
      for lower: UInt32 in [0, 1, 0x0FFF, 0x1000, 0x1001, 0x1FFF, 0x2000, 0x3000, 0x7FFF, 0x8000, 0x8001, 0xFFFF] {
        patterns.append(upper | lower)
      }
    }
    return patterns
  }
}
