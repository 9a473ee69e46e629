internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

#if arch(x86_64)
  internal import SwiftletKernelsAVX2
  internal import SwiftletKernelsAVX512
  internal import SwiftletKernelsAVXVNNI
#elseif arch(arm64)
  internal import SwiftletKernelsI8MM
  internal import SwiftletKernelsNEON
#endif

/// The kernels of one instruction set and their parameters.
struct KernelTable: Sendable {
  let instructionSet: InstructionSet
  /// The matrix products.
  var matrices: any MatrixKernels.Type
  /// All other kernels.
  var vectors: any VectorKernels.Type
  /// The prefetch distances for weights in matrix products.
  var prefetch = WeightPrefetch.none

  /// The tables that this processor supports, the best last.
  static let available = InstructionSet.available.map { KernelTable($0) }

  /// The table of the chosen instruction set.
  static let chosen = KernelTable(.chosen)

  /// The portable kernels, for the baseline of the architecture.
  private static var portable: (any MatrixKernels.Type, any VectorKernels.Type) {
    (SwiftletKernelsPortable.Matrices.self, SwiftletKernelsPortable.Vectors.self)
  }

  /// Creates the table of an instruction set, or the portable one for sets of another architecture.
  init(_ instructionSet: InstructionSet) {
    self.instructionSet = instructionSet
    switch instructionSet {
    #if arch(x86_64)
      case .avx2:
        (matrices, vectors) = (SwiftletKernelsAVX2.Matrices.self, SwiftletKernelsAVX2.Vectors.self)
      case .avxVNNI:
        (matrices, vectors) = (SwiftletKernelsAVXVNNI.Matrices.self, SwiftletKernelsAVX2.Vectors.self)
        // On Emerald Rapids, restricted to these instructions, Q4_0 reaches 28 to 30 GB/s with prefetching and 19
        // without.
        prefetch = .l1AndL2
      case .avx512:
        (matrices, vectors) = (SwiftletKernelsAVX512.Matrices.self, SwiftletKernelsAVX512.Vectors.self)
        prefetch = .forAVX512
      case .portable, .neon, .i8mm:
        (matrices, vectors) = Self.portable
    #elseif arch(arm64)
      case .neon:
        (matrices, vectors) = (SwiftletKernelsNEON.Matrices.self, SwiftletKernelsNEON.Vectors.self)
      case .i8mm:
        (matrices, vectors) = (SwiftletKernelsI8MM.Matrices.self, SwiftletKernelsNEON.Vectors.self)
      case .portable, .avx2, .avxVNNI, .avx512:
        (matrices, vectors) = Self.portable
    #else
      case .portable, .avx2, .avxVNNI, .avx512, .neon, .i8mm:
        (matrices, vectors) = Self.portable
    #endif
    }
  }
}

extension WeightPrefetch {
  /// The measured distances for AVX-512.
  ///
  /// On Intel's Emerald Rapids, decode is a quarter faster with L1 prefetch, and Q4_0 is read another seventh faster
  /// with L2 prefetch 16 KiB ahead; 8 to 48 KiB perform alike. On Zen 5, L1 prefetch 4 to 8 KiB ahead makes decode a
  /// fifth faster with Q4_K_M, a sixth with F16 and a twentieth with Q4_0; additional L2 prefetch costs a tenth. Zen 4
  /// is a sixth to a fifth slower with L1 prefetch, and up to a quarter slower with both.
  fileprivate static var forAVX512: WeightPrefetch {
    if !InstructionSet.available.contains(.avxVNNI) { return .none }
    return InstructionSet.isMadeByAMD ? .l1 : .l1AndL2
  }
}
