import Foundation
import Swiftlet
import SwiftletServer
import Testing

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

#if os(Linux)
  /// Returns what a notifier sends to a socket at a path.
  private func received(at path: String, sending states: [ServiceNotifier.State]) throws -> [String] {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let result = withUnsafeBytes(of: &address) {
      bind(number, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
    }
    try #require(result == 0)
    let notifier = try #require(ServiceNotifier(path: path))
    return states.map { state in
      notifier.send(state)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  @Test func aServiceManagerIsTold() throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "notify-\(UUID().uuidString)").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let expected = ["READY=1", "STOPPING=1"]
    let told = try received(at: path, sending: [.ready, .stopping])
    #expect(told == expected)
    let abstract = try received(at: "@swiftlet-\(UUID().uuidString)", sending: [.ready, .stopping])
    #expect(abstract == expected)
  }

  @Test func noServiceManagerIsNeeded() throws {
    let long = String(repeating: "a", count: 200)
    let missing = [ServiceNotifier(path: nil), ServiceNotifier(path: ""), ServiceNotifier(path: "@" + long)]
    #expect(missing.compactMap { $0 }.isEmpty)
    // A manager that is gone is not waited for.
    ServiceNotifier(path: "/nowhere/notify")?.send(.ready)
  }
#endif
