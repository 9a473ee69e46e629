#if arch(x86_64)
  internal import SwiftletKernelsAVX512

  extension KernelTable {
    /// AVX-512 with VNNI.
    static let avx512 = unsafe KernelTable(
      name: "avx512",
      multiply: SwiftletKernelsAVX512.multiply,
      widen: SwiftletKernelsAVX512.widen,
      // By measurement: Intel's Emerald Rapids generates by a quarter faster with 8 KiB into the first cache, and reads
      // Q4_0 by another seventh faster with 16 KiB into the second; 8 to 48 KiB are alike. Zen 5 is faster by an eighth
      // with the former, and has not been measured with the latter. Zen 4 is a sixth to a fifth slower with the former,
      // and up to a quarter with both. AVX-VNNI tells them apart.
      streamFetch: InstructionSet.available.contains(.avxVNNI) ? 16384 : 0,
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
      quantize: quantizeActivations, interleave: interleaveRows,
      interleaveForBrainFloats: interleaveRows, rmsNorm: SwiftletKernelsAVX512.rmsNorm,
      add: SwiftletKernelsAVX512.add, rotateAdjacentPairs: SwiftletKernelsAVX512.rotateAdjacentPairs,
      rotateHalves: SwiftletKernelsAVX512.rotateHalves, layerNorm: SwiftletKernelsAVX512.layerNorm,
      applyGate: SwiftletKernelsAVX512.applyGate, softCap: SwiftletKernelsAVX512.softCap,
      deltaRule: SwiftletKernelsAVX512.deltaRule, advanceStateSpace: SwiftletKernelsAVX512.advanceStateSpace)

    /// The same with dot products of bfloat16.
    static let avx512BF16 = {
      var table = avx512
      table.name = "avx512bf16"
      unsafe table.multiply = multiplyWithPairs
      table.widenedFormats = [.f16]
      unsafe table.interleaveForBrainFloats = interleaveBrainFloatPairs
      return table
    }()
  }
#endif
