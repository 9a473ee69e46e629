import Testing

@testable import SwiftletKernels

/// The kernels that processors get, by the features that Linux lists for them.
@Suite struct InstructionSetTests {
  private func best(_ flags: String, _ name: String = "flags\t\t") throws -> InstructionSet? {
    let text = "processor\t: 0\nmodel name\t: a processor\n\(name): fpu \(flags) ht\nbugs\t\t: none\n"
    return InstructionSet.supported(by: ProcessorFeatures(try FakeSystem(["/proc/cpuinfo": text]).files)).last
  }

  @Test(
    arguments: [
      ("Nehalem", "sse4_1 sse4_2 popcnt", .portable),
      ("Ivy Bridge", "sse4_2 avx f16c", .portable),
      ("AVX2 without F16C", "avx avx2 fma", .portable),
      ("AVX2 without FMA", "avx avx2 f16c", .portable),
      ("Haswell, Zen 3", "avx avx2 fma f16c", .avx2),
      ("Knights Landing", "avx2 fma f16c avx512f avx512cd avx512er avx512pf", .avx2),
      ("Skylake-X", "avx2 fma f16c avx512f avx512dq avx512bw avx512vl avx512cd", .avx2),
      ("Cascade Lake, Zen 4", "avx2 fma f16c avx512f avx512dq avx512bw avx512vl avx512_vnni", .avx512),
      ("Alder Lake", "avx2 fma f16c avx_vnni", .avxVNNI),
      ("Sapphire Rapids", "avx2 fma f16c avx_vnni avx512f avx512dq avx512bw avx512vl avx512_vnni amx_int8", .avx512),
      // Processors with AVX10 have the names of its parts too, except for vectors of 512 bits where they have none.
      ("AVX10", "avx2 fma f16c avx_vnni avx512f avx512dq avx512bw avx512vl avx512_vnni avx10", .avx512),
      ("AVX10 with 256 bits", "avx2 fma f16c avx_vnni avx10", .avxVNNI),
      // The hypervisor hides one, or the kernel does not save its registers.
      ("AVX-512 without VL", "avx2 fma f16c avx512f avx512dq avx512bw avx512_vnni", .avx2),
      ("no VNNI by its prefix", "avx2 fma f16c avx_vnni_int8 avx512_vnni_more", .avx2),
    ] as [(String, String, InstructionSet)])
  func processorsOfX86(_ name: String, _ flags: String, _ expected: InstructionSet) throws {
    #expect(try best(flags) == expected, "\(name)")
  }

  @Test(
    arguments: [
      ("Cortex-A72", "fp asimd evtstrm aes crc32", .portable), ("Neoverse N1", "fp asimd asimdhp asimddp", .neon),
      ("Graviton 3", "fp asimd asimddp sve i8mm bf16", .i8mm), ("i8mm alone", "fp asimd i8mm", .portable),
    ] as [(String, String, InstructionSet)])
  func processorsOfArm(_ name: String, _ flags: String, _ expected: InstructionSet) throws {
    #expect(try best(flags, "Features\t") == expected, "\(name)")
  }

  @Test func withoutAListTheBaselineIsLeft() throws {
    #expect(InstructionSet.supported(by: ProcessorFeatures(try FakeSystem([:]).files)) == [.portable])
  }

  /// Registers of processors as their makers define the bits: leaf 1 ecx, leaf 7 ebx and ecx, leaf 7.1 eax, leaf 80000001 ecx.
  @Test(
    arguments: [
      ("Nehalem", [0x0098_E3FD, 0, 0, 0, 0x1], .portable),
      ("Ivy Bridge", [0x7FBA_E3FF, 0x281, 0, 0, 0x1], .portable),
      ("Haswell", [0x7FFA_FBFF, 0x27AB, 0, 0, 0x21], .avx2),
      ("Haswell, F16C hidden", [0x5FFA_FBFF, 0x27AB, 0, 0, 0x21], .portable),
      ("Skylake-X", [0x7FFE_FBBF, 0xD39F_FFFB, 0, 0, 0x121], .avx2),
      ("Cascade Lake", [0x7FFE_FBBF, 0xD39F_FFFB, 0x800, 0, 0x121], .avx512),
      ("Alder Lake", [0x7FFA_FBBF, 0x239C_27EB, 0x9840_07BC, 0x10, 0x121], .avxVNNI),
      ("Zen 3", [0x7EFA_320B, 0x219C_97A9, 0x40_069C, 0, 0x75C2_37FF], .avx2),
      // AVX10.1: the bits of its parts, and of AVX10 itself in leaf 7.1 edx, which nothing depends on.
      ("Granite Rapids", [0x7FFE_FBBF, 0xF3BF_FFFB, 0xFB41_5FFE, 0x20_1C30, 0x121], .avx512),
    ] as [(String, [UInt32], InstructionSet)])
  func registersOfCpuid(_ name: String, _ registers: [UInt32], _ expected: InstructionSet) {
    let features = ProcessorFeatures(cpuid: { leaf, part, register in
      switch (leaf, part, register) {
      case (1, 0, 2): registers[0]
      case (7, 0, 1): registers[1]
      case (7, 0, 2): registers[2]
      case (7, 1, 0): registers[3]
      case (0x8000_0001, 0, 2): registers[4]
      default: 0
      }
    })
    #expect(InstructionSet.supported(by: features).last == expected, "\(name)")
    #expect(features.contains(.sse4a) == name.hasPrefix("Zen"))
  }

  #if os(Linux)
    /// Two sources that Linux has for the same processor: the C library, and the kernel's list.
    @Test func theListIsThatOfTheProcessor() throws {
      let listed = ProcessorFeatures(.current)
      // Emulators of single programs show the list of the machine they run on.
      guard listed != [], ProcessorFeatures.current != [] else { return }
      #expect(InstructionSet.supported(by: listed) == InstructionSet.available)
    }
  #endif
}
