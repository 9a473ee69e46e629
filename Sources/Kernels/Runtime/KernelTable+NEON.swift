#if arch(arm64)
  internal import SwiftletKernelsNEON

  extension KernelTable {
    /// NEON with dot products.
    static let neon = unsafe KernelTable(
      name: "neon",
      multiply: SwiftletKernelsNEON.multiply,
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
      rmsNorm: SwiftletKernelsNEON.rmsNorm,
      add: SwiftletKernelsNEON.add, rotateAdjacentPairs: SwiftletKernelsNEON.rotateAdjacentPairs,
      rotateHalves: SwiftletKernelsNEON.rotateHalves, layerNorm: SwiftletKernelsNEON.layerNorm,
      applyGate: SwiftletKernelsNEON.applyGate, softCap: SwiftletKernelsNEON.softCap,
      deltaRule: SwiftletKernelsNEON.deltaRule, advanceStateSpace: SwiftletKernelsNEON.advanceStateSpace)
  }
#endif
