/// Hashes blocks into a state of SHA-256 (FIPS 180-4, section 6.2.2) in portable code.
///
/// - Parameters:
///   - state: The eight words a to h.
///   - blocks: Blocks of 64 bytes.
///   - count: The number of blocks.
///   - constants: The 64 round constants.
func portableSHA256(
  _ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int,
  _ constants: UnsafePointer<UInt32>
) {
  unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
    guard let w = schedule.baseAddress else { return }
    for block in 0..<count {
      let words = unsafe blocks + 64 * block
      for t in 0..<16 { unsafe w[t] = words.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self).bigEndian }
      for t in 16..<64 {
        let (early, late) = unsafe (w[t - 15], w[t - 2])
        let first = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
        let second = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
        unsafe w[t] = w[t - 16] &+ first &+ w[t - 7] &+ second
      }
      var (a, b, c, d) = unsafe (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = unsafe (state[4], state[5], state[6], state[7])
      for t in 0..<64 {
        let choice = (e & f) ^ (~e & g)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        let sum =
          unsafe h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ constants[t] &+ w[t]
        let other = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
        (h, g, f, e) = (g, f, e, d &+ sum)
        (d, c, b, a) = (c, b, a, sum &+ other)
      }
      unsafe add([a, b, c, d, e, f, g, h], to: state)
    }
  }
}

/// Hashes blocks into a state of SHA-1 (FIPS 180-4, section 6.1.2) in portable code.
///
/// - Parameters:
///   - state: The five words a to e.
///   - blocks: Blocks of 64 bytes.
///   - count: The number of blocks.
func portableSHA1(_ state: UnsafeMutablePointer<UInt32>, _ blocks: UnsafeRawPointer, _ count: Int) {
  unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
    guard let w = schedule.baseAddress else { return }
    for block in 0..<count {
      let words = unsafe blocks + 64 * block
      for t in 0..<16 { unsafe w[t] = words.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self).bigEndian }
      for t in 16..<80 { unsafe w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 31) }
      var (a, b, c, d, e) = unsafe (state[0], state[1], state[2], state[3], state[4])
      for t in 0..<80 {
        let (function, constant): (UInt32, UInt32) =
          switch t {
          case ..<20: ((b & c) ^ (~b & d), 0x5a82_7999)
          case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case ..<60: ((b & c) ^ (b & d) ^ (c & d), 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        let sum = unsafe rotate(a, 27) &+ function &+ e &+ constant &+ w[t]
        (e, d, c, b, a) = (d, c, rotate(b, 2), a, sum)
      }
      unsafe add([a, b, c, d, e], to: state)
    }
  }
}

/// Adds the words of a block to the state.
@inline(__always)
private func add(_ words: [UInt32], to state: UnsafeMutablePointer<UInt32>) {
  for (index, word) in words.enumerated() { unsafe state[index] &+= word }
}

/// Rotates a word to the right.
@inline(__always)
private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
