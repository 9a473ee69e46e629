#if arch(x86_64)
  internal import SwiftletKernelsAVX2

  extension KernelTable {
    /// AVX2 with FMA and F16C.
    static let avx2 = unsafe KernelTable(
      name: "avx2",
      multiply: SwiftletKernelsAVX2.multiply,
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
      rmsNorm: SwiftletKernelsAVX2.rmsNorm,
      add: SwiftletKernelsAVX2.add, rotateAdjacentPairs: SwiftletKernelsAVX2.rotateAdjacentPairs,
      rotateHalves: SwiftletKernelsAVX2.rotateHalves, layerNorm: SwiftletKernelsAVX2.layerNorm,
      applyGate: SwiftletKernelsAVX2.applyGate, softCap: SwiftletKernelsAVX2.softCap,
      deltaRule: SwiftletKernelsAVX2.deltaRule, advanceStateSpace: SwiftletKernelsAVX2.advanceStateSpace)
  }
#endif
