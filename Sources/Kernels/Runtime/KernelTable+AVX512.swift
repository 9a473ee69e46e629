#if arch(x86_64)
  internal import SwiftletKernelsAVX512

  extension KernelTable {
    /// How far ahead weights are asked for, by measurement.
    ///
    /// Intel's Emerald Rapids generates by a quarter faster if the first cache asks, and reads Q4_0 by
    /// another seventh faster if the second asks 16 KiB ahead; 8 to 48 KiB are alike. Zen 5 generates with Q4_K_M by a fifth
    /// faster if the first asks 4 to 8 KiB ahead, with F16 by a sixth, with Q4_0 by a twentieth, and loses a tenth if the
    /// second asks as well. Zen 4 is a sixth to a fifth slower if the first asks, and up to a quarter if both do.
    private static let weightFetch: WeightFetch =
      if !InstructionSet.available.contains(.avxVNNI) { .none } else { InstructionSet.isMadeByAMD ? .once : .twice }

    /// AVX-512 with VNNI.
    static let avx512 = unsafe KernelTable(
      name: "avx512",
      multiply: SwiftletKernelsAVX512.multiply,
      weightFetch: weightFetch,
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
      rmsNorm: SwiftletKernelsAVX512.rmsNorm,
      add: SwiftletKernelsAVX512.add, rotateAdjacentPairs: SwiftletKernelsAVX512.rotateAdjacentPairs,
      rotateHalves: SwiftletKernelsAVX512.rotateHalves, layerNorm: SwiftletKernelsAVX512.layerNorm,
      applyGate: SwiftletKernelsAVX512.applyGate, softCap: SwiftletKernelsAVX512.softCap,
      deltaRule: SwiftletKernelsAVX512.deltaRule, advanceStateSpace: SwiftletKernelsAVX512.advanceStateSpace)
  }
#endif
