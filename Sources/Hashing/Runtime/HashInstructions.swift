#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The instruction sets with a version of the block functions, in ascending order of preference.
public enum HashInstructions: String, Sendable, CaseIterable {
  /// The baseline of the architecture.
  case portable
  /// The SHA instructions of x86-64.
  case shaNI = "sha-ni"
  /// The SHA-1 and SHA-256 instructions of 64-bit Arm.
  case armv8

  /// The sets that the processor has.
  public static let available: [HashInstructions] = allCases.filter(\.isAvailable)

  /// The best available set.
  public static let best: HashInstructions = available.last ?? .portable

  private var isAvailable: Bool {
    switch self {
    case .portable: true
    case .shaNI: Self.hasSHANI
    case .armv8: Self.hasARMv8
    }
  }

  #if arch(x86_64) && os(Linux)
    /// Leaf 7 of cpuid: SHA, bit 29 of ebx; leaf 1: SSSE3 and SSE4.1, bits 9 and 19 of ecx.
    private static var hasSHANI: Bool { has([29], leaf: 1, register: 1) && has([9, 19], leaf: 0, register: 2) }

    /// Tests bits of a register, which the system has to support.
    ///
    /// - Parameters:
    ///   - bits: The numbers of the bits.
    ///   - leaf: The index of the leaf in glibc's table (<sys/platform/x86.h>): 0 for leaf 1, and 1 for leaf 7.
    ///   - register: The number of the register, from eax.
    /// - Returns: True if all are set.
    private static func has(_ bits: [UInt32], leaf: UInt32, register: Int) -> Bool {
      typealias Leaf = @convention(c) (UInt32) -> UnsafePointer<UInt32>?
      // The four registers of cpuid are followed by the same four masked with usable features.
      guard let symbol = unsafe dlsym(nil, "__x86_get_cpuid_feature_leaf"),
        let words = unsafe unsafeBitCast(symbol, to: Leaf.self)(leaf)
      else { return false }
      let word = unsafe words[4 + register]
      return bits.allSatisfy { word >> $0 & 1 == 1 }
    }
  #else
    private static var hasSHANI: Bool { false }
  #endif

  #if arch(arm64) && (os(Linux) || os(Android))
    /// Bits 5 and 6 of AT_HWCAP, which is entry 16 of the auxiliary vector: SHA-1 and SHA-256.
    private static var hasARMv8: Bool {
      // The C module does not declare the function, but every C library has it.
      typealias AuxiliaryValue = @convention(c) (UInt) -> UInt
      guard let symbol = unsafe dlsym(nil, "getauxval") else { return false }
      return unsafe unsafeBitCast(symbol, to: AuxiliaryValue.self)(16) >> 5 & 3 == 3
    }
  #elseif arch(arm64) && canImport(Darwin)
    /// Part of every processor of Apple's with 64 bits.
    private static var hasARMv8: Bool { true }
  #else
    private static var hasARMv8: Bool { false }
  #endif
}
