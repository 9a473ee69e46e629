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
