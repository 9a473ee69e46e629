import Foundation
import Swiftlet
import SwiftletServer
import SwiftletWeights
import Synchronization
import Testing

@testable import SwiftletHTTP

/// More requests than a server answers at a time, over sockets.
@Suite(.enabled(if: TestServer.isAvailable, "needs the default model"))
struct OverloadTests {
  @Test("line 33: 1,000 requests on 20 kept connections are answered, or refused for a while; none is cut")
  func noRequestIsCut() async throws {
    let application = try TestServer.make { ($0.parallelAnswers, $0.maximumWaiting) = (2, 4) }
    var limits = HTTPServerLimits()
    let timeout = Duration.seconds(3600)
    (limits.headTimeout, limits.bodyGapTimeout, limits.bodyTimeout) = (timeout, timeout, timeout)
    (limits.idleTimeout, limits.writeTimeout) = (timeout, timeout)
    let body = #"{"prompt": "Go", "n_predict": 1, "response_fields": ["stop"]}"#
    let text =
      "POST /completion HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
    let statuses = Mutex<[Int: Int]>([:])
    try await withServer(limits: limits) {
      await application.respond(to: $0)
    } client: { _, address in
      let finished = Mutex(0)
      for _ in 0..<20 {
        Thread.detachNewThread {
          defer { finished.withLock { $0 += 1 } }
          do {
            let connection = try TestConnection(to: address)
            for _ in 0..<50 {
              connection.send(text)
              let response = try connection.response()
              let isSound =
                response.status == 200
                ? response.body == #"{"stop":true}"# : response.fields["retry-after"] != nil
              #expect(isSound, "\(response)")
              statuses.withLock { $0[response.status, default: 0] += 1 }
            }
          } catch {
            Issue.record(error)
          }
        }
      }
      _ = waits { finished.withLock { $0 == 20 } }
    }
    let found = statuses.withLock { $0 }
    #expect(Set(found.keys) == [200, 429] && found.values.reduce(0, +) == 1000, "\(found)")
  }
}
