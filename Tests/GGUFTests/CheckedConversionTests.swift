import Testing

@testable import SwiftletGGUF

/// Conversions of floating-point numbers that have no integer.
@Suite struct CheckedConversionTests {
  @Test func numbersInRangeAreTruncated() {
    for value in [-1e9, -2.99, -0.5, 0, 0.5, 2.99, 1e15, 0x1p62, -0x1p63] {
      #expect(Int(clamping: value) == Int(value))
    }
  }

  @Test("49.18 numbers out of range become the nearest integer, and NaN 0")
  func othersBecomeTheNearestIntegerAndNaNZero() {
    #expect(Int(clamping: 0x1p63) == .max && Int(clamping: (0x1p63).nextDown) == Int.max - 1023)
    #expect(Int(clamping: (-0x1p63).nextDown) == .min)
    #expect(Int(clamping: 1e300) == .max && Int(clamping: -1e300) == .min)
    #expect(Int(clamping: Double.infinity) == .max && Int(clamping: -Double.infinity) == .min)
    #expect(Int(clamping: Double.nan) == 0 && Int(clamping: -Double.signalingNaN) == 0)
  }
}
