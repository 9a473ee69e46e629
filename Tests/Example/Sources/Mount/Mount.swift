import Foundation
import Swiftlet
import SwiftletServer

/// The framework's writer, as the server knows writers.
struct MountedWriter: HTTPBodyWriter {
  let writer: any WebBodyWriter
  func write(_ bytes: [UInt8]) async throws { try await writer.write(contentsOf: bytes) }
}

extension ServerApplication {
  /// Answers a request of the framework.
  func respond(to request: WebRequest) async -> WebResponse {
    let target = request.uri.split(separator: "?", maxSplits: 1).map(String.init)
    let headers = HTTPHeaders(request.headerFields.map { .init(name: $0.name, value: $0.value) })
    let response = await respond(
      to: HTTPRequest(
        method: request.method, path: target.first ?? "/", query: target.count > 1 ? target[1] : nil, headers: headers,
        body: request.body))
    return WebResponse(
      status: response.status, headerFields: response.headers.fields.map { ($0.name, $0.value) }
    ) { writer in
      switch response.body {
      case .bytes(let bytes): try await writer.write(contentsOf: bytes)
      case .stream(let write): try await write(MountedWriter(writer: writer))
      }
    }
  }
}

/// A service of another web framework that serves a model at the paths of OpenAI's API.
@main
struct Mount {
  static func main() async throws {
    let models = try CommandLine.arguments.dropFirst().map { path in
      ServedModel(name: path, model: try GGUFLanguageModel(contentsOf: URL(filePath: path)))
    }
    let application = ServerApplication(models: models)
    let service = WebApplication { await application.respond(to: $0) }
    let list = try await service.test(WebRequest(method: "GET", uri: "/v1/models"))
    print("\(list.status) \(list.text)")
    guard let name = models.first?.name else { return }
    let messages = #"[{"role": "user", "content": "Hi"}]"#
    let prompt = #"{"model": "\#(name)", "messages": \#(messages), "stream": true, "max_tokens": 8}"#
    let chat = try await service.test(
      WebRequest(method: "POST", uri: "/v1/chat/completions", body: Array(prompt.utf8)))
    print("\(chat.status) \(chat.text.hasSuffix("data: [DONE]\n\n") ? "a whole stream" : chat.text)")
  }
}
