#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The supported instruction sets, in ascending order of preference.
public enum InstructionSet: String, Sendable, CaseIterable {
  /// The baseline of the architecture.
  case portable
  /// AVX2 with FMA and F16C.
  case avx2
  /// AVX2 with byte dot products (AVX-VNNI).
  case avxVNNI = "avxvnni"
  /// AVX-512 (F, BW, DQ, VL) with VNNI.
  case avx512
  /// NEON with byte dot products (FEAT_DotProd).
  case neon
  /// NEON with byte dot products and byte matrix products (FEAT_I8MM): Graviton 3, Apple M2 and later.
  case i8mm

  /// The instruction sets that the processor and the operating system support.
  public static let available: [InstructionSet] = allCases.filter(\.isAvailable)

  /// The instruction set named by `SWIFTLET_ISA` if it is available, else the best one.
  public static var chosen: InstructionSet { requested.flatMap(named) ?? available.last ?? .portable }

  /// The value of `SWIFTLET_ISA` if it is not an available instruction set; else nil.
  public static var unavailableRequest: String? { requested.flatMap { named($0) == nil ? $0 : nil } }

  private static var requested: String? { unsafe getenv("SWIFTLET_ISA").map { unsafe String(cString: $0) } }

  private static func named(_ name: String) -> InstructionSet? { available.first { $0.rawValue == name } }

  private var isAvailable: Bool {
    switch self {
    case .portable: true
    case .avx2: Self.hasAVX2
    case .avxVNNI: Self.hasAVX2 && Self.hasAVXVNNI
    case .avx512: Self.hasAVX512
    case .neon: Self.hasDotProducts
    case .i8mm: Self.hasDotProducts && Self.hasMatrixProducts
    }
  }

  #if arch(x86_64) && os(Linux)
    private static var hasAVX2: Bool {
      // Leaf 7 of cpuid: AVX2 in ebx; leaf 1: FMA and F16C in ecx.
      has([5], leaf: 7, register: 1) && has([12, 29], leaf: 1, register: 2)
    }

    /// Leaf 7 of cpuid, subleaf 1: AVX-VNNI in eax.
    private static var hasAVXVNNI: Bool { has([4], leaf: 7, part: 1, register: 0) }

    private static var hasAVX512: Bool {
      // Leaf 7 of cpuid: F, DQ, BW and VL in ebx, VNNI in ecx; leaf 1: FMA and F16C in ecx.
      has([16, 17, 30, 31], leaf: 7, register: 1) && has([11], leaf: 7, register: 2)
        && has([12, 29], leaf: 1, register: 2)
    }

    /// True if the processor is from AMD, the only vendor of SSE4a: leaf 80000001 of cpuid, ecx.
    static var isMadeByAMD: Bool { has([6], leaf: 0x8000_0001, register: 2) }

    /// Returns whether all given bits of a register are set.
    private static func has(_ bits: [UInt32], leaf: UInt32, part: UInt32 = 0, register: Int) -> Bool {
      let word = usable(leaf: leaf, part: part, register: register)
      return bits.allSatisfy { word >> $0 & 1 == 1 }
    }

    /// Returns a register of a leaf, masked by operating system support; glibc provides both without assembly.
    private static func usable(leaf: UInt32, part: UInt32, register: Int) -> UInt32 {
      typealias Leaf = @convention(c) (UInt32) -> UnsafePointer<UInt32>?
      guard let symbol = unsafe dlsym(nil, "__x86_get_cpuid_feature_leaf") else { return 0 }
      // The argument is the index of a leaf in glibc's table: leaf 1 is at index 0, leaf 7 at 1, leaf 80000001 at 2,
      // and subleaf 1 of leaf 7 at 6 (<sys/platform/x86.h>). Older versions return nil for entries that they lack. The
      // four registers of cpuid are followed by the same four masked with usable features.
      let leafIndex: UInt32 =
        switch (leaf, part) {
        case (1, _): 0
        case (7, 0): 1
        case (7, _): 6
        default: 2
        }
      guard let words = unsafe unsafeBitCast(symbol, to: Leaf.self)(leafIndex) else { return 0 }
      return unsafe words[4 + register]
    }
  #elseif arch(x86_64) && canImport(Darwin)
    private static var hasAVX2: Bool {
      ["avx2_0", "fma", "f16c"].allSatisfy { SystemControl.has("hw.optional." + $0) }
    }

    // No Mac has AVX-VNNI, and for AVX-512 the kernel does not report VNNI.
    private static var hasAVXVNNI: Bool { false }
    private static var hasAVX512: Bool { false }
    static var isMadeByAMD: Bool { false }
  #else
    private static var hasAVX2: Bool { false }
    private static var hasAVXVNNI: Bool { false }
    private static var hasAVX512: Bool { false }
    static var isMadeByAMD: Bool { false }
  #endif

  #if arch(arm64) && (os(Linux) || os(Android))
    // NEON itself is part of the architecture.

    /// Bit 20 of AT_HWCAP: HWCAP_ASIMDDP.
    private static var hasDotProducts: Bool { has(20, of: 16) }

    /// Bit 13 of AT_HWCAP2: HWCAP2_I8MM.
    private static var hasMatrixProducts: Bool { has(13, of: 26) }

    /// Tests a bit of an entry of the auxiliary vector (getauxval(3)).
    private static func has(_ bit: UInt, of entry: UInt) -> Bool {
      // The C module does not declare the function, but every C library has it.
      typealias AuxiliaryValue = @convention(c) (UInt) -> UInt
      guard let symbol = unsafe dlsym(nil, "getauxval") else { return false }
      return unsafe unsafeBitCast(symbol, to: AuxiliaryValue.self)(entry) >> bit & 1 == 1
    }
  #elseif arch(arm64) && canImport(Darwin)
    /// FEAT_DotProd, which every Mac has, but not every iPad.
    private static var hasDotProducts: Bool { SystemControl.has("hw.optional.arm.FEAT_DotProd") }

    private static var hasMatrixProducts: Bool { SystemControl.has("hw.optional.arm.FEAT_I8MM") }
  #else
    private static var hasDotProducts: Bool { false }
    private static var hasMatrixProducts: Bool { false }
  #endif
}
