#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The instruction sets that there are kernels for, the best last.
public enum InstructionSet: String, Sendable, CaseIterable {
  /// What every machine of the architecture has.
  case portable
  /// AVX2 with FMA and F16C.
  case avx2
  /// AVX2 with dot products of bytes (AVX-VNNI).
  case avxVNNI = "avxvnni"
  /// AVX-512 (F, BW, DQ, VL) with VNNI.
  case avx512
  /// NEON with dot products of bytes.
  case neon
  /// NEON with products of matrices of bytes besides (FEAT_I8MM): Graviton 3, Apple's M2 and later.
  case i8mm

  /// Those that this processor has, and the system saves the registers of.
  public static let available: [InstructionSet] = allCases.filter(\.isAvailable)

  /// The one that `SWIFTLET_ISA` names if it is available, else the best.
  public static var chosen: InstructionSet { requested.flatMap(named) ?? available.last ?? .portable }

  /// What `SWIFTLET_ISA` names in vain: no instruction set, or one that this processor lacks.
  public static var refused: String? { requested.flatMap { named($0) == nil ? $0 : nil } }

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

    /// Leaf 7 of cpuid, second part: AVX-VNNI in eax.
    private static var hasAVXVNNI: Bool { has([4], leaf: 7, part: 1, register: 0) }

    private static var hasAVX512: Bool {
      // Leaf 7 of cpuid: F, DQ, BW and VL in ebx, VNNI in ecx; leaf 1: FMA and F16C in ecx.
      has([16, 17, 30, 31], leaf: 7, register: 1) && has([11], leaf: 7, register: 2)
        && has([12, 29], leaf: 1, register: 2)
    }

    /// Whether the processor is AMD's, as no other maker has SSE4a: leaf 80000001 of cpuid, ecx.
    static var isMadeByAMD: Bool { has([6], leaf: 0x8000_0001, register: 2) }

    /// Whether all these bits of a register are set.
    private static func has(_ bits: [UInt32], leaf: UInt32, part: UInt32 = 0, register: Int) -> Bool {
      let word = usable(leaf: leaf, part: part, register: register)
      return bits.allSatisfy { word >> $0 & 1 == 1 }
    }

    /// A register of a leaf, masked with what the system supports: glibc knows both, and no assembly is needed.
    private static func usable(leaf: UInt32, part: UInt32, register: Int) -> UInt32 {
      typealias Leaf = @convention(c) (UInt32) -> UnsafePointer<UInt32>?
      guard let symbol = unsafe dlsym(nil, "__x86_get_cpuid_feature_leaf") else { return 0 }
      // The function takes the place of a leaf in its own table: leaf 1 is first, leaf 7 second, leaf 80000001 third, and
      // the second part of leaf 7 was added as the seventh (glibc's <sys/platform/x86.h>). An older library says nil of what
      // it lacks. Behind the four registers of cpuid it has the same four with what can be used.
      let place: UInt32 =
        switch (leaf, part) {
        case (1, _): 0
        case (7, 0): 1
        case (7, _): 6
        default: 2
        }
      guard let words = unsafe unsafeBitCast(symbol, to: Leaf.self)(place) else { return 0 }
      return unsafe words[4 + register]
    }
  #elseif arch(x86_64) && canImport(Darwin)
    private static var hasAVX2: Bool {
      ["avx2_0", "fma", "f16c"].allSatisfy { SystemControl.has("hw.optional." + $0) }
    }

    // No Mac has the one, and of the other the kernel does not say whether VNNI is in it.
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
      // The library's module does not have the function, but every library has it.
      typealias AuxiliaryValue = @convention(c) (UInt) -> UInt
      guard let symbol = unsafe dlsym(nil, "getauxval") else { return false }
      return unsafe unsafeBitCast(symbol, to: AuxiliaryValue.self)(entry) >> bit & 1 == 1
    }
  #elseif arch(arm64) && canImport(Darwin)
    /// Every Mac has them, but not every iPad.
    private static var hasDotProducts: Bool { SystemControl.has("hw.optional.arm.FEAT_DotProd") }

    private static var hasMatrixProducts: Bool { SystemControl.has("hw.optional.arm.FEAT_I8MM") }
  #else
    private static var hasDotProducts: Bool { false }
    private static var hasMatrixProducts: Bool { false }
  #endif
}
