#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  internal import SwiftletKernelInterface

  /// The vector kernels of this instruction set; extensions in other files implement them.
  package enum Vectors: VectorKernels {}
#endif
