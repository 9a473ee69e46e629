#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The features of a processor that decide about its instruction set, as far as the operating system supports them.
struct ProcessorFeatures: OptionSet, Sendable {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  static let avx2 = Self(rawValue: 1 << 0)
  static let fma = Self(rawValue: 1 << 1)
  static let f16c = Self(rawValue: 1 << 2)
  static let avxVNNI = Self(rawValue: 1 << 3)
  static let avx512F = Self(rawValue: 1 << 4)
  static let avx512DQ = Self(rawValue: 1 << 5)
  static let avx512BW = Self(rawValue: 1 << 6)
  static let avx512VL = Self(rawValue: 1 << 7)
  static let avx512VNNI = Self(rawValue: 1 << 8)
  /// SSE4a, of which AMD is the only vendor.
  static let sse4a = Self(rawValue: 1 << 9)
  /// Byte dot products of Arm (FEAT_DotProd).
  static let dotProducts = Self(rawValue: 1 << 10)
  /// Byte matrix products of Arm (FEAT_I8MM).
  static let matrixProducts = Self(rawValue: 1 << 11)

  /// A feature, its name in Linux' `/proc/cpuinfo`, and its bit.
  private struct Entry {
    var feature: ProcessorFeatures
    var name: Substring
    /// On x86-64 a leaf of cpuid, its subleaf and register (0 for eax to 3 for edx); on Arm an entry of the auxiliary
    /// vector.
    var place: (leaf: UInt32, part: UInt32, register: Int)
    var bit: UInt32
  }

  private static let x86: [Entry] = [
    Entry(feature: .avx2, name: "avx2", place: (7, 0, 1), bit: 5),
    Entry(feature: .fma, name: "fma", place: (1, 0, 2), bit: 12),
    Entry(feature: .f16c, name: "f16c", place: (1, 0, 2), bit: 29),
    Entry(feature: .avxVNNI, name: "avx_vnni", place: (7, 1, 0), bit: 4),
    Entry(feature: .avx512F, name: "avx512f", place: (7, 0, 1), bit: 16),
    Entry(feature: .avx512DQ, name: "avx512dq", place: (7, 0, 1), bit: 17),
    Entry(feature: .avx512BW, name: "avx512bw", place: (7, 0, 1), bit: 30),
    Entry(feature: .avx512VL, name: "avx512vl", place: (7, 0, 1), bit: 31),
    Entry(feature: .avx512VNNI, name: "avx512_vnni", place: (7, 0, 2), bit: 11),
    Entry(feature: .sse4a, name: "sse4a", place: (0x8000_0001, 0, 2), bit: 6),
  ]

  /// Entry 16 of the auxiliary vector is AT_HWCAP, and 26 is AT_HWCAP2 (getauxval(3)).
  private static let arm: [Entry] = [
    Entry(feature: .dotProducts, name: "asimddp", place: (16, 0, 0), bit: 20),
    Entry(feature: .matrixProducts, name: "i8mm", place: (26, 0, 0), bit: 13),
  ]

  /// Reads the names of features behind `flags` (x86-64) or `Features` (Arm) in `/proc/cpuinfo`.
  ///
  /// The kernel lists what it supports. This works with every C library, but not in emulators of single programs, which
  /// show the file of the machine they run on.
  init(_ files: SystemFiles) {
    let path = "/proc/cpuinfo"
    let names = Set((files.value("flags", in: path) ?? files.value("Features", in: path) ?? "").split(separator: " "))
    self = Self((Self.x86 + Self.arm).filter { names.contains($0.name) }.map(\.feature))
  }

  /// Reads the registers of the instruction cpuid on x86-64 (Intel 64 and IA-32 Architectures Software Developer's Manual).
  ///
  /// - Parameter register: Returns a register, 0 for eax to 3 for edx, of a leaf and its part, masked with what the
  ///   operating system supports; 0 if the processor has no such leaf.
  init(cpuid register: (_ leaf: UInt32, _ part: UInt32, _ register: Int) -> UInt32) {
    self = Self(
      Self.x86.filter { register($0.place.leaf, $0.place.part, $0.place.register) >> $0.bit & 1 == 1 }.map(\.feature))
  }

  /// The features of this processor.
  static let current = detected()

  #if arch(x86_64) && os(Linux)
    private static func detected() -> Self {
      // glibc 2.33 and later have the registers of cpuid without assembly, and these masked with what the system
      // supports; the bits of the latter are read.
      typealias Leaf = @convention(c) (UInt32) -> UnsafePointer<UInt32>?
      guard let symbol = unsafe dlsym(nil, "__x86_get_cpuid_feature_leaf") else { return Self(SystemFiles.current) }
      let leaf = unsafe unsafeBitCast(symbol, to: Leaf.self)
      return Self(cpuid: { number, part, register in
        // The argument is the index of a leaf in glibc's table: leaf 1 is at index 0, leaf 7 at 1, leaf 80000001 at 2,
        // and subleaf 1 of leaf 7 at 6 (<sys/platform/x86.h>). Older versions return nil for entries that they lack.
        let index: UInt32 =
          switch (number, part) {
          case (1, _): 0
          case (7, 0): 1
          case (7, _): 6
          default: 2
          }
        guard let words = unsafe leaf(index) else { return 0 }
        return unsafe words[4 + register]
      })
    }
  #elseif arch(arm64) && (os(Linux) || os(Android))
    private static func detected() -> Self {
      // The C module does not declare the function, but every C library has it.
      typealias AuxiliaryValue = @convention(c) (UInt) -> UInt
      guard let symbol = unsafe dlsym(nil, "getauxval") else { return Self(SystemFiles.current) }
      let value = unsafe unsafeBitCast(symbol, to: AuxiliaryValue.self)
      return Self(arm.filter { unsafe value(UInt($0.place.leaf)) >> UInt($0.bit) & 1 == 1 }.map(\.feature))
    }
  #elseif canImport(Darwin)
    private static func detected() -> Self {
      // No Mac has AVX-VNNI, and for AVX-512 the kernel does not report VNNI. Every Mac with Apple silicon has dot
      // products, but not every iPad.
      let parameters: [(ProcessorFeatures, String)] = [
        (.avx2, "avx2_0"), (.fma, "fma"), (.f16c, "f16c"), (.dotProducts, "arm.FEAT_DotProd"),
        (.matrixProducts, "arm.FEAT_I8MM"),
      ]
      return Self(parameters.filter { SystemControl.has("hw.optional." + $0.1) }.map(\.0))
    }
  #else
    private static func detected() -> Self { [] }
  #endif
}
