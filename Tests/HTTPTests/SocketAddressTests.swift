import Testing

@testable import SwiftletHTTP

/// The addresses of the public internet.
@Suite struct SocketAddressTests {
  private func isPublic(_ host: String) throws -> Bool {
    try SocketAddress.addresses(host: host, port: 80, isNumeric: true).allSatisfy { $0.isPublic }
  }

  @Test(arguments: [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
    "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1",
    "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1",
    "fe80::1", "fec0::1", "ff02::1",
  ])
  func specialAddressesAreNotPublic(_ host: String) throws {
    #expect(try !isPublic(host))
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "198.20.0.1",
    "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
    "2002:808:808::1", "2001:4860:4860::8888",
  ])
  func otherAddressesArePublic(_ host: String) throws {
    #expect(try isPublic(host))
  }
}
