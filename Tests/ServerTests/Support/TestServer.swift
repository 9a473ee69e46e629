import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import SwiftletWeights
import Synchronization
import Testing

/// A body that keeps what is written, and may stop to take more.
final class BodyCollector: HTTPBodyWriter {
  private let written = Mutex<[[UInt8]]>([])
  private let limit: Int

  /// Creates a body.
  ///
  /// - Parameter limit: The number of writes after which a further one waits until its task is cancelled.
  init(blockingAfter limit: Int = .max) { self.limit = limit }

  var writes: [[UInt8]] { written.withLock { $0 } }
  var text: String { String(decoding: writes.joined(), as: UTF8.self) }

  func write(_ bytes: [UInt8]) async throws {
    try Task.checkCancellation()
    if writes.count >= limit { try await Task.sleep(for: .seconds(3600)) }
    written.withLock { $0.append(bytes) }
  }
}

/// A response with its whole body.
struct TestResponse {
  var status: Int
  var headers: HTTPHeaders
  var body: String

  /// The body as JSON.
  var json: JSONValue { (try? JSONValue.read(Array(body.utf8), options: .init())) ?? .null }

  /// The data of the events of a stream as JSON, without the last one that is no JSON.
  var events: [JSONValue] {
    body.components(separatedBy: "\n\n").compactMap { event in
      guard event.hasPrefix("data: "), event != "data: [DONE]" else { return nil }
      return try? JSONValue.read(Array(event.dropFirst(6).utf8), options: .init())
    }
  }

  /// The data of the events of a stream whose events have names, which are also in the data.
  var typedEvents: [JSONValue] {
    body.components(separatedBy: "\n\n").compactMap { event in
      let lines = event.components(separatedBy: "\n")
      guard lines.count == 2, lines[0].hasPrefix("event: "), lines[1].hasPrefix("data: ") else { return nil }
      let data = try? JSONValue.read(Array(lines[1].dropFirst(6).utf8), options: .init())
      return data?["type"] == .string(String(lines[0].dropFirst(7))) ? data : nil
    }
  }

  /// The member at a path such as `error.code`, with numbers for elements.
  subscript(path: String) -> JSONValue? { json.member(at: path) }
}

extension JSONValue {
  /// The member at a path such as `choices.0.message`.
  func member(at path: String) -> JSONValue? {
    path.split(separator: ".").reduce(Optional(self)) { value, part in
      if let index = Int(part) {
        guard let elements = value?.elements, elements.indices.contains(index) else { return nil }
        return elements[index]
      }
      return value?[String(part)]
    }
  }

  /// The number as an integer.
  var count: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}

/// A server with the default model, if it is at hand.
enum TestServer {
  static let isAvailable = DefaultModel.url != nil

  /// A server whose answers are those of the default model.
  static func make(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws -> ServerApplication {
    let url = try #require(DefaultModel.url)
    let model = try GGUFLanguageModel(contentsOf: url, packedCache: .off)
    var configuration = ServerConfiguration()
    change(&configuration)
    return ServerApplication(
      models: [ServedModel(name: "tiny", aliases: ["small"], model: model)], configuration: configuration)
  }

  /// A server without models.
  static func empty(_ change: (inout ServerConfiguration) -> Void = { _ in }) -> ServerApplication {
    var configuration = ServerConfiguration()
    change(&configuration)
    return ServerApplication(models: [], configuration: configuration)
  }
}

extension ServerApplication {
  /// Sends a request and reads the whole response.
  func send(
    _ method: String, _ path: String, _ body: String = "", headers: HTTPHeaders = [:]
  ) async throws -> TestResponse {
    let response = await respond(
      to: HTTPRequest(method: method, path: path, headers: headers, body: Array(body.utf8)))
    switch response.body {
    case .bytes(let bytes):
      return TestResponse(
        status: response.status, headers: response.headers, body: String(decoding: bytes, as: UTF8.self))
    case .stream(let write):
      let collector = BodyCollector()
      try await write(collector)
      return TestResponse(status: response.status, headers: response.headers, body: collector.text)
    }
  }

  /// Sends a request for a chat completion.
  ///
  /// - Parameters:
  ///   - prompt: The message of the user.
  ///   - members: Further members of the body.
  /// - Returns: The response.
  /// - Throws: An error of a stream.
  func chat(_ prompt: String = "Tell me a story.", _ members: String = "") async throws -> TestResponse {
    let prompt = JSONWriter.text(.string(prompt))
    return try await send(
      "POST", "/v1/chat/completions",
      #"{"messages": [{"role": "user", "content": \#(prompt)}]\#(members.isEmpty ? "" : ", " + members)}"#)
  }
}
