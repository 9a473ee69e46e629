#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  internal import SwiftletKernelInterface

  /// The kernels of this instruction set; each file has some of them.
  package enum Vectors: VectorKernels {}
#endif
