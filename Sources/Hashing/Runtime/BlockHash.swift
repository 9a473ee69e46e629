/// The common part of SHA-1 and SHA-256 (FIPS 180-4, section 5): blocks of 64 bytes, padding and the state.
struct BlockHash: Sendable {
  /// The words of the state; SHA-1 has five of them.
  private(set) var state: SIMD8<UInt32>
  /// The bytes after the last whole block, and zeros.
  private var tail = SIMD64<UInt8>()
  /// The number of hashed bytes.
  private(set) var count: UInt64 = 0
  private let instructions: HashInstructions
  private let function: Function

  /// A hash function.
  enum Function {
    case sha1
    case sha256
  }

  init(_ function: Function, state: SIMD8<UInt32>, instructions: HashInstructions) {
    // A set that the processor lacks would trap.
    self.instructions = HashInstructions.available.contains(instructions) ? instructions : .portable
    (self.state, self.function) = (state, function)
  }

  /// Hashes bytes.
  mutating func update(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  private mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let used = Int(count % 64)
    count &+= UInt64(bytes.count)
    // The number of bytes that belong to a block which has begun.
    let first = used == 0 ? 0 : min(64 - used, bytes.count)
    for index in 0..<first { tail[used + index] = unsafe bytes[index] }
    if used > 0 {
      guard used + first == 64 else { return }
      hashTail()
    }
    let whole = (bytes.count - first) / 64
    if whole > 0, let start = bytes.baseAddress { unsafe hash(start + first, whole) }
    let last = first + 64 * whole
    for index in last..<bytes.count { tail[index - last] = unsafe bytes[index] }
  }

  /// Hashes the padding, and returns the words of the state.
  mutating func finish() -> SIMD8<UInt32> {
    let bits = count &* 8
    let used = Int(count % 64)
    tail[used] = 0x80
    if used >= 56 { hashTail() }
    for index in 0..<8 { tail[56 + index] = UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * index)) }
    hashTail()
    return state
  }

  private mutating func hashTail() {
    let block = tail
    unsafe withUnsafeBytes(of: block) { bytes in
      if let start = bytes.baseAddress { unsafe hash(start, 1) }
    }
    tail = SIMD64()
  }

  private mutating func hash(_ start: UnsafeRawPointer, _ blockCount: Int) {
    unsafe withUnsafeMutableBytes(of: &state) { [instructions, function] bytes in
      guard let words = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
      switch function {
      case .sha1: unsafe BlockFunctions.sha1(instructions, words, start, blockCount)
      case .sha256: unsafe BlockFunctions.sha256(instructions, words, start, blockCount)
      }
    }
  }
}
