extension Int {
  /// Truncates a floating-point number; numbers out of range become the nearest integer, and NaN becomes 0.
  ///
  /// `Int(_:)` traps for them. The module has no dependency, hence this copy of the same function for GGUF files.
  init(clamping value: Double) {
    // Both bounds are exact, whereas Double(Int.max) would be rounded up out of range.
    if value < 0x1p63, value >= -0x1p63 {
      self.init(value)
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
    }
  }
}
