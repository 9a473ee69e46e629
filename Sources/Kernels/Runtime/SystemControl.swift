#if canImport(Darwin)
  internal import Darwin

  /// The system parameters of Apple's kernel, by names such as `hw.physicalcpu` (sysctl(3)).
  enum SystemControl {
    /// Reads a non-negative integer parameter; nil if it does not exist.
    static func number(_ name: String) -> Int? {
      // Some parameters have 32 bits; in little-endian order, writing only the low half gives the same number.
      var value: UInt64 = 0
      var size = MemoryLayout<UInt64>.size
      guard unsafe sysctlbyname(name, &value, &size, nil, 0) == 0 else { return nil }
      return Int(exactly: value)
    }

    /// Tests a feature of the processor.
    static func has(_ feature: String) -> Bool { number(feature) == 1 }
  }
#endif
