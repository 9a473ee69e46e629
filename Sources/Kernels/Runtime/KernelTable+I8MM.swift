#if arch(arm64)
  internal import SwiftletKernelsI8MM

  extension KernelTable {
    /// NEON with products of matrices of bytes.
    static let i8mm = unsafe KernelTable(
      name: "i8mm",
      multiply: SwiftletKernelsI8MM.multiply,
      attend: { type in
        switch type {
        case .f32: unsafe attendF32
        case .f16: unsafe attendF16
        case .q8_0: unsafe attendQ8_0
        }
      },
      storeKey: { type in
        switch type {
        case .f32: unsafe storeKeyF32
        case .f16: unsafe storeKeyF16
        case .q8_0: unsafe storeKeyQ8_0
        }
      },
      storeRow: { type in
        switch type {
        case .f32: unsafe storeRowF32
        case .f16: unsafe storeRowF16
        case .q8_0: unsafe storeRowQ8_0
        }
      },
      quantize: quantizeActivations, interleave: interleaveRows, fix: fixActivations,
      rmsNorm: SwiftletKernelsI8MM.rmsNorm,
      add: SwiftletKernelsI8MM.add, rotateAdjacentPairs: SwiftletKernelsI8MM.rotateAdjacentPairs,
      rotateHalves: SwiftletKernelsI8MM.rotateHalves, layerNorm: SwiftletKernelsI8MM.layerNorm,
      applyGate: SwiftletKernelsI8MM.applyGate, softCap: SwiftletKernelsI8MM.softCap,
      deltaRule: SwiftletKernelsI8MM.deltaRule, advanceStateSpace: SwiftletKernelsI8MM.advanceStateSpace)
  }
#endif
