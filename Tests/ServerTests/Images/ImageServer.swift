import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import SwiftletWeights
import TestSupport
import Testing

/// A server of the bundled model that reads images by a projector of random weights.
final class ImageServer: Sendable {
  private let application: ServerApplication
  private let projector: TestProjector

  init(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws {
    projector = try TestProjector()
    let model = try GGUFLanguageModel(
      contentsOf: try #require(DefaultModel.bundledURL), projector: projector.url, packedCache: .off)
    var configuration = ServerConfiguration()
    change(&configuration)
    application = ServerApplication(models: [ServedModel(name: "tiny", model: model)], configuration: configuration)
  }

  /// Sends a request and reads the whole response.
  func send(_ method: String, _ path: String, _ body: String = "") async throws -> TestResponse {
    try await application.send(method, path, body)
  }

  /// The picture of a fixture in base64.
  static func base64(_ name: String = "jpeg-420.jpg") throws -> String {
    try Data(contentsOf: URL(filePath: TestFiles.fixture("images/\(name)"))).base64EncodedString()
  }
}

/// The doors of images: a path, and a body with a part in place of the image, or without it.
struct ImageDoor: Sendable, CustomTestStringConvertible {
  var path: String
  var body: @Sendable (_ image: String?) -> String
  /// The member with the number of tokens of the prompt, those of the cache included.
  var tokens: @Sendable (TestResponse) -> Int?
  var cached: @Sendable (TestResponse) -> Int?
  /// The path that counts tokens.
  var counter: String?
  var testDescription: String { path }

  static let all: [ImageDoor] = [
    ImageDoor(path: "/v1/chat/completions") { image in
      let part = image.map { #"{"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,\#($0)"}}, "# } ?? ""
      return
        #"{"max_tokens": 2, "temperature": 0, "messages": [{"role": "user", "content": [\#(part){"type": "text", "text": "What is this?"}]}]}"#
    } tokens: {
      $0["usage.prompt_tokens"]?.count
    } cached: {
      $0["usage.prompt_tokens_details.cached_tokens"]?.count
    },
    ImageDoor(path: "/v1/messages") { image in
      let source = #"{"type": "base64", "media_type": "image/png", "data": "\#(image ?? "")"}"#
      let part = image == nil ? "" : #"{"type": "image", "source": \#(source)}, "#
      return
        #"{"max_tokens": 2, "temperature": 0, "messages": [{"role": "user", "content": [\#(part){"type": "text", "text": "What is this?"}]}]}"#
    } tokens: {
      ($0["usage.input_tokens"]?.count ?? 0) + ($0["usage.cache_read_input_tokens"]?.count ?? 0)
    } cached: {
      $0["usage.cache_read_input_tokens"]?.count
    },
    ImageDoor(path: "/v1/responses") { image in
      let part = image.map {
        #"{"type": "input_image", "image_url": "data:image/jpg;base64,\#($0)", "detail": "auto"}, "#
      }
      return
        #"{"max_output_tokens": 2, "temperature": 0, "input": [{"role": "user", "content": [\#(part ?? ""){"type": "input_text", "text": "What is this?"}]}]}"#
    } tokens: {
      $0["usage.input_tokens"]?.count
    } cached: {
      $0["usage.input_tokens_details.cached_tokens"]?.count
    },
    ImageDoor(path: "/api/chat") { image in
      let images = image.map { #", "images": ["\#($0)"]"# } ?? ""
      return
        #"{"stream": false, "options": {"num_predict": 2, "temperature": 0}, "messages": [{"role": "user", "content": "What is this?"\#(images)}]}"#
    } tokens: {
      $0["prompt_eval_count"]?.count
    } cached: {
      $0["prompt_eval_cached_count"]?.count
    },
    ImageDoor(path: "/api/generate") { image in
      let images = image.map { #", "images": ["\#($0)"]"# } ?? ""
      return
        #"{"stream": false, "options": {"num_predict": 2, "temperature": 0}, "prompt": "What is this?"\#(images)}"#
    } tokens: {
      $0["prompt_eval_count"]?.count
    } cached: {
      $0["prompt_eval_cached_count"]?.count
    },
  ]

  init(
    path: String, _ body: @escaping @Sendable (String?) -> String,
    tokens: @escaping @Sendable (TestResponse) -> Int?, cached: @escaping @Sendable (TestResponse) -> Int?
  ) {
    (self.path, self.body, self.tokens, self.cached) = (path, body, tokens, cached)
    counter =
      [
        "/v1/chat/completions": "/v1/chat/completions/input_tokens", "/v1/messages": "/v1/messages/count_tokens",
        "/v1/responses": "/v1/responses/input_tokens",
      ][path]
  }
}
