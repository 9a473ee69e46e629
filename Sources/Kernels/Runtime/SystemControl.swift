#if canImport(Darwin)
  internal import Darwin

  /// System parameters of Apple's kernel, by names such as `hw.physicalcpu` (sysctl(3)).
  enum SystemControl {
    /// A number that is not negative; nil if this machine has none of the name.
    static func number(_ name: String) -> Int? {
      // Some have 32 bits. In the order of bytes that these platforms have, the low half alone is the same number.
      var value: UInt64 = 0
      var size = MemoryLayout<UInt64>.size
      guard unsafe sysctlbyname(name, &value, &size, nil, 0) == 0 else { return nil }
      return Int(exactly: value)
    }

    /// Tests a feature of the processor.
    static func has(_ feature: String) -> Bool { number(feature) == 1 }
  }
#endif
