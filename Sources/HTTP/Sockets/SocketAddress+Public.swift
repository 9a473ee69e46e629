#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SocketAddress {
  /// True for an address of the public internet, by the registries of special addresses of IANA (RFC 6890).
  ///
  /// False for those of this machine, of private networks, and of a link, for multicast and reserved ones, and for IPv6
  /// addresses that stand for such an IPv4 address.
  package var isPublic: Bool {
    switch family {
    // The bytes of `sin_addr` and `sin6_addr`, in network order.
    case AF_INET where bytes.count >= 8: Self.isPublic(ipv4: Array(bytes[4..<8]))
    case AF_INET6 where bytes.count >= 24: Self.isPublic(ipv6: Array(bytes[8..<24]))
    default: false
    }
  }

  private static func isPublic(ipv4 address: [UInt8]) -> Bool {
    let number = address.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let special: [(network: UInt32, length: UInt32)] = [
      (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
      (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
      (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
    ]
    return !special.contains { number >> (32 - $0.length) == $0.network >> (32 - $0.length) }
  }

  private static func isPublic(ipv6 address: [UInt8]) -> Bool {
    let words = (0..<8).map { UInt16(address[2 * $0]) << 8 | UInt16(address[2 * $0 + 1]) }
    // Mapped addresses, translated ones (NAT64), and those of 6to4.
    if words[..<5].allSatisfy({ $0 == 0 }), words[5] == 0xFFFF { return isPublic(ipv4: Array(address[12...])) }
    if words[0] == 0x64, words[1] == 0xFF9B, words[2..<6].allSatisfy({ $0 == 0 }) {
      return isPublic(ipv4: Array(address[12...]))
    }
    if words[0] == 0x2002 { return isPublic(ipv4: Array(address[2..<6])) }
    // Of the unicast addresses, those of protocols, of documentation, and of segments are special.
    guard words[0] & 0xE000 == 0x2000 else { return false }
    if words[0] == 0x2001, words[1] < 0x200 || words[1] == 0xDB8 { return false }
    return !(words[0] == 0x3FFF && words[1] < 0x1000)
  }
}
