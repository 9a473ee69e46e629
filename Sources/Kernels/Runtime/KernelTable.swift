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

/// The kernels of one instruction set, and what goes with them.
struct KernelTable: Sendable {
  let instructionSet: InstructionSet
  /// The matrix products.
  var matrices: any MatrixKernels.Type
  /// Everything else.
  let vectors: any VectorKernels.Type
  /// The prefetch distances of weights in products with a few tokens.
  var prefetch = WeightPrefetch.none

  /// The tables that this processor can run, the best last.
  static let available = InstructionSet.available.map { KernelTable($0) }

  /// The kernels in Swift's vector types, for what every machine of the architecture has.
  private static var portable: (any MatrixKernels.Type, any VectorKernels.Type) {
    (SwiftletKernelsPortable.Matrices.self, SwiftletKernelsPortable.Vectors.self)
  }

  /// Creates the table of an instruction set; on another architecture that is the portable one.
  init(_ instructionSet: InstructionSet) {
    self.instructionSet = instructionSet
    switch instructionSet {
    #if arch(x86_64)
      case .avx2:
        (matrices, vectors) = (SwiftletKernelsAVX2.Matrices.self, SwiftletKernelsAVX2.Vectors.self)
      case .avxVNNI:
        (matrices, vectors) = (SwiftletKernelsAVXVNNI.Matrices.self, SwiftletKernelsAVX2.Vectors.self)
        // On Emerald Rapids, confined to these instructions, Q4_0 is read at 28 to 30 GB/s with it and 19 without.
        prefetch = .twice
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
  /// The distances for AVX-512, by measurement.
  ///
  /// Intel's Emerald Rapids generates by a quarter faster if weights are brought into the first-level cache, and reads
  /// Q4_0 by another seventh faster if they come into the second-level cache 16 KiB ahead; 8 to 48 KiB are alike. Zen 5
  /// generates with Q4_K_M by a fifth faster if the first-level cache is 4 to 8 KiB ahead, with F16 by a sixth, with Q4_0
  /// by a twentieth, and loses a tenth with the second-level cache as well. Zen 4 is a sixth to a fifth slower with the
  /// first, and up to a quarter with both.
  fileprivate static var forAVX512: WeightPrefetch {
    if !InstructionSet.available.contains(.avxVNNI) { return .none }
    return InstructionSet.isMadeByAMD ? .once : .twice
  }
}
