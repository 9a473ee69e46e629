#if arch(x86_64)
  /// The layout of a block of some integer format; see ``Panel``.
  ///
  /// Three facts tell the formats apart, and the places follow from them. How a block is loaded and its products are
  /// summed up is an instruction set's own: `load` and `addDots`, in `VectorBlock+Dots.swift`.
  protocol VectorBlock {
    /// Whether a vector holds 8 columns in nibbles instead of 4 in bytes.
    static var isNibble: Bool { get }
    static var hasFifth: Bool { get }
    static var hasMinimum: Bool { get }
  }

  extension VectorBlock {
    /// Where the low bits begin: behind scales, minimums and fifth bits.
    @inline(__always)
    static var quantsOffset: Int { (hasMinimum ? 64 : 32) + (hasFifth ? 64 : 0) }
    @inline(__always)
    static var byteCount: Int { quantsOffset + (isNibble ? 256 : 512) }
    /// What the stored weights are too large by.
    @inline(__always)
    static var offset: Int32 { hasMinimum ? 0 : isNibble ? hasFifth ? 16 : 8 : 128 }
  }

  enum VectorQ8_0: VectorBlock {
    static var isNibble: Bool { false }
    static var hasFifth: Bool { false }
    static var hasMinimum: Bool { false }
  }

  enum VectorQ4_0: VectorBlock {
    static var isNibble: Bool { true }
    static var hasFifth: Bool { false }
    static var hasMinimum: Bool { false }
  }

  enum VectorQ4_1: VectorBlock {
    static var isNibble: Bool { true }
    static var hasFifth: Bool { false }
    static var hasMinimum: Bool { true }
  }

  enum VectorQ5_0: VectorBlock {
    static var isNibble: Bool { true }
    static var hasFifth: Bool { true }
    static var hasMinimum: Bool { false }
  }

  enum VectorQ5_1: VectorBlock {
    static var isNibble: Bool { true }
    static var hasFifth: Bool { true }
    static var hasMinimum: Bool { true }
  }
#endif
