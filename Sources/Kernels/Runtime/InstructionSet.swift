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
  public static let available: [InstructionSet] = supported(by: .current)

  /// The instruction set named by `SWIFTLET_ISA` if it is available, else the best one.
  public static var chosen: InstructionSet { requested.flatMap(named) ?? available.last ?? .portable }

  /// The value of `SWIFTLET_ISA` if it is not an available instruction set; else nil.
  public static var unavailableRequest: String? { requested.flatMap { named($0) == nil ? $0 : nil } }

  private static var requested: String? { unsafe getenv("SWIFTLET_ISA").map { unsafe String(cString: $0) } }

  private static func named(_ name: String) -> InstructionSet? { available.first { $0.rawValue == name } }

  /// Returns the instruction sets of a processor with the given features.
  static func supported(by features: ProcessorFeatures) -> [InstructionSet] {
    allCases.filter { features.isSuperset(of: $0.requirements) }
  }

  /// The features that the kernels use.
  private var requirements: ProcessorFeatures {
    switch self {
    case .portable: []
    case .avx2: [.avx2, .fma, .f16c]
    case .avxVNNI: [.avx2, .fma, .f16c, .avxVNNI]
    case .avx512: [.avx512F, .avx512DQ, .avx512BW, .avx512VL, .avx512VNNI, .fma, .f16c]
    case .neon: [.dotProducts]
    case .i8mm: [.dotProducts, .matrixProducts]
    }
  }

  /// True if the processor is from AMD.
  static var isMadeByAMD: Bool { ProcessorFeatures.current.contains(.sse4a) }
}
