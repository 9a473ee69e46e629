import Synchronization

/// The identity of the contents that embeddings were computed from: a SHA-256 digest.
public struct ContentKey: Hashable, Sendable {
  private let words: [UInt32]

  /// Creates the key of some bytes, such as the pixels of a picture with the parameters of its processing.
  public init(_ bytes: [UInt8]) { words = SHA256.digest(bytes) }

  /// The number of this key in the process: equal keys have equal numbers, different keys different ones.
  var number: Int {
    Self.numbers.withLock { numbers in
      if let known = numbers[self] { return known }
      let number = numbers.count
      numbers[self] = number
      return number
    }
  }

  /// The numbers of all keys so far, about 100 bytes for each.
  private static let numbers = Mutex<[ContentKey: Int]>([:])
}

/// The hash function SHA-256; source: FIPS 180-4.
enum SHA256 {
  /// Returns the digest of a message as eight words.
  static func digest(_ message: [UInt8]) -> [UInt32] {
    var (state, schedule) = (initial, [UInt32](repeating: 0, count: 64))
    let whole = message.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { update(&state, &schedule, message.span, at: start) }
    var rest = Array(message[whole...]) + [0x80]
    rest += [UInt8](repeating: 0, count: (120 - rest.count % 64) % 64)
    let bits = UInt64(message.count) &* 8
    rest += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    for start in stride(from: 0, to: rest.count, by: 64) { update(&state, &schedule, rest.span, at: start) }
    return state
  }

  private static func update(
    _ state: inout [UInt32], _ schedule: inout [UInt32], _ bytes: Span<UInt8>, at start: Int
  ) {
    for index in 0..<16 {
      schedule[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[start + 4 * index + $1]) }
    }
    func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for index in 16..<64 {
      let (a, b) = (schedule[index - 15], schedule[index - 2])
      let sums = (turn(a, 7) ^ turn(a, 18) ^ a >> 3, turn(b, 17) ^ turn(b, 19) ^ b >> 10)
      schedule[index] = schedule[index - 16] &+ sums.0 &+ schedule[index - 7] &+ sums.1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let first =
        h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ (e & f ^ ~e & g) &+ constants[index]
        &+ schedule[index]
      let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static let initial: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
