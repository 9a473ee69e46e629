#if arch(x86_64)
  internal import SwiftletKernelsAVXVNNI

  extension KernelTable {
    /// AVX2 with FMA, F16C and VNNI.
    static let avxVNNI = unsafe KernelTable(
      name: "avxvnni",
      multiply: SwiftletKernelsAVXVNNI.multiply,
      // On Emerald Rapids, confined to these instructions, Q4_0 is read at 28 to 30 GB/s with it and 19 without.
      weightFetch: .twice,
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
      rmsNorm: SwiftletKernelsAVXVNNI.rmsNorm,
      add: SwiftletKernelsAVXVNNI.add, rotateAdjacentPairs: SwiftletKernelsAVXVNNI.rotateAdjacentPairs,
      rotateHalves: SwiftletKernelsAVXVNNI.rotateHalves, layerNorm: SwiftletKernelsAVXVNNI.layerNorm,
      applyGate: SwiftletKernelsAVXVNNI.applyGate, softCap: SwiftletKernelsAVXVNNI.softCap,
      deltaRule: SwiftletKernelsAVXVNNI.deltaRule, advanceStateSpace: SwiftletKernelsAVXVNNI.advanceStateSpace)
  }
#endif
