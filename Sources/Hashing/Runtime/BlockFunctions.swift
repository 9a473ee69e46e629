#if arch(x86_64)
  internal import SwiftletHashingSHANI
#elseif arch(arm64)
  internal import SwiftletHashingARMv8
#endif

/// The block functions of an instruction set.
///
/// They hash `count` blocks of 64 bytes into a state, which has eight words for SHA-256 and five for SHA-1.
enum BlockFunctions {
  static func sha256(
    _ instructions: HashInstructions, _ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int
  ) {
    let constants = unsafe RoundConstants.sha256
    switch instructions {
    case .portable: unsafe portableSHA256(state, blocks, count, constants)
    case .shaNI:
      #if arch(x86_64)
        unsafe Blocks.sha256(state, blocks, count, constants)
      #else
        unsafe portableSHA256(state, blocks, count, constants)
      #endif
    case .armv8:
      #if arch(arm64)
        unsafe Blocks.sha256(state, blocks, count, constants)
      #else
        unsafe portableSHA256(state, blocks, count, constants)
      #endif
    }
  }

  static func sha1(
    _ instructions: HashInstructions, _ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int
  ) {
    switch instructions {
    case .portable: unsafe portableSHA1(state, blocks, count)
    case .shaNI:
      #if arch(x86_64) && compiler(>=6.3)
        unsafe Blocks.sha1(state, blocks, count)
      #else
        unsafe portableSHA1(state, blocks, count)
      #endif
    case .armv8:
      #if arch(arm64)
        unsafe Blocks.sha1(state, blocks, count)
      #else
        unsafe portableSHA1(state, blocks, count)
      #endif
    }
  }
}
