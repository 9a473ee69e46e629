// A stand-in for a web framework, with the shapes that Hummingbird and Vapor have: a request, a response whose body is a
// closure with a writer, and an application with middleware and routes. A service replaces this file by `import`.

/// A request of the framework.
struct WebRequest: Sendable {
  var method: String
  var uri: String
  var headerFields: [(name: String, value: String)] = []
  var body: [UInt8] = []
}

/// A writer of a response's body.
protocol WebBodyWriter: Sendable {
  func write(contentsOf bytes: [UInt8]) async throws
}

/// A response of the framework.
struct WebResponse: Sendable {
  var status: Int
  var headerFields: [(name: String, value: String)] = []
  var body: @Sendable (any WebBodyWriter) async throws -> Void
}

/// A framework with one fallback, which all requests reach that no other route takes.
struct WebApplication: Sendable {
  var fallback: @Sendable (WebRequest) async throws -> WebResponse

  /// Answers a request as the framework would for a client, and returns the status and the text of the body.
  func test(_ request: WebRequest) async throws -> (status: Int, text: String) {
    let response = try await fallback(request)
    let writer = CollectingWriter()
    try await response.body(writer)
    return (response.status, await writer.text)
  }
}

private actor CollectingWriter: WebBodyWriter {
  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(contentsOf bytes: [UInt8]) { self.bytes += bytes }
}
