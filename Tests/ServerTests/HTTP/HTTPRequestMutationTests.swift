import SwiftletServer
import Testing

/// Damaged requests: the parser may refuse them, but what it accepts has one meaning.
struct HTTPRequestMutationTests {
  /// A repeatable generator (splitmix64).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let seeds = [
    "GET /a?b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: b\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\nWiki\r\n3\r\nabc\r\n0\r\nT: u\r\n\r\n",
    "PUT / HTTP/1.0\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabcd",
  ]
  private static let pieces = [
    "\r\n", "\n", "\r", "\0", " ", "\t", ":", ";", ",", "0", "1", "f", "chunked", "Content-Length: 4\r\n", "\r\n\r\n",
    "Transfer-Encoding: chunked\r\n", "Transfer-Encoding : chunked\r\n", "Content-Length: 7", "HTTP/1.1", "HTTP/1.0",
    "Host: a\r\n", " folded", "\u{b}", "\u{e9}", "GET /x HTTP/1.1\r\n",
  ]

  private static func mutated(using generator: inout Generator) -> [UInt8] {
    var bytes = Array(seeds.randomElement(using: &generator)?.utf8 ?? "".utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: position)
      case 2:
        let end = min(bytes.count, position + Int.random(in: 1...20, using: &generator))
        bytes.insert(contentsOf: bytes[position..<end], at: position)
      default:
        let piece = pieces.randomElement(using: &generator) ?? ""
        bytes.insert(contentsOf: piece.utf8, at: position)
      }
    }
    return bytes
  }

  @Test("What is accepted has one length, one host and no control characters, wherever it is cut", arguments: 1...4)
  func oneMeaning(seed: UInt64) async throws {
    // In a thread, as this takes some time.
    let accepted = try await inThread { try Self.accepted(seed: seed, count: 1000) }
    // The mutations leave requests that are accepted, so the checks are of something.
    #expect(accepted > 100)
  }

  /// Checks a number of damaged requests, and returns the number of accepted ones.
  private static func accepted(seed: UInt64, count: Int) throws -> Int {
    var generator = Generator(state: seed)
    var accepted = 0
    for _ in 0..<count {
      let bytes = mutated(using: &generator)
      let whole = HTTPRequestParserTests.parse(bytes)
      let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
      #expect(HTTPRequestParserTests.parse(bytes, cuts: cuts) == whole, "\(String(decoding: bytes, as: UTF8.self))")
      accepted += try checkHeads(of: bytes)
    }
    return accepted
  }

  /// Checks all heads that are accepted, and returns their number.
  private static func checkHeads(of bytes: [UInt8]) throws -> Int {
    var parser = HTTPRequestParser(limits: HTTPServerLimits())
    var rest = bytes[...]
    var heads = 0
    while let event = try? parser.next(from: &rest) {
      guard case .head(let head) = event else { continue }
      heads += 1
      let headers = head.request.headers
      let context = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
      #expect(headers["Content-Length"] == nil || headers["Transfer-Encoding"] == nil, context)
      #expect(Set(headers.values("Content-Length")).count <= 1, context)
      #expect(headers.values("Host").count == 1 || head.minorVersion == 0, context)
      let coding = headers["Transfer-Encoding"]?.lowercased()
      #expect(coding == nil || coding == "chunked" && head.framing == .chunked && head.minorVersion == 1, context)
      for field in headers.fields {
        let hasControls = (field.name + field.value).unicodeScalars.contains { $0.value < 0x20 && $0.value != 9 }
        #expect(!hasControls, context)
        #expect(!field.name.contains(" "), context)
      }
    }
    return heads
  }
}
