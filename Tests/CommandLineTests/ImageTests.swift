import Foundation
import SwiftletWeights
import TestSupport
import Testing

/// Images for commands, with a projector of random weights for the bundled model.
@Suite(.enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
struct ImageTests {
  private let picture = TestFiles.fixture("images/jpeg-420.jpg")

  private func promptTokens(_ arguments: [String]) throws -> Int {
    let result = try CommandLineTool.run(
      arguments: ["respond", "What is this?", "--greedy", "--max-tokens", "2", "--stats"] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    let line = try #require(result.errors.split(separator: "\n").last { $0.hasPrefix("{") })
    return try #require(try object(line)["prompt_tokens"] as? Int)
  }

  @Test func imagesAreInThePrompt() throws {
    let projector = try TestProjector()
    let path = projector.url.path(percentEncoded: false)
    let text = try promptTokens([])
    let one = try promptTokens(["--projector", path, "--image", picture])
    let two = try promptTokens(["--projector", path, "--image", picture, "--image", picture])
    #expect(one > text + 16 && two - one >= one - text - 1, "\(text), \(one), \(two)")
  }

  @Test func wrongImagesAndModelsAreErrors() throws {
    let projector = try TestProjector()
    let path = projector.url.path(percentEncoded: false)
    for (arguments, part) in [
      (["--image", picture], "no projector"), (["--projector", path, "--image", "/nowhere.png"], "/nowhere.png"),
      (["--projector", path, "--image", TestFiles.path("README.md")], "cannot be decoded"),
      (["--projector", TestFiles.path("README.md"), "--image", picture], "README.md"),
    ] {
      let result = try CommandLineTool.run(arguments: ["respond", "Hi", "--max-tokens", "1"] + arguments)
      #expect(result.status == 1 && result.errors.contains(part), "\(arguments): \(result.errors)")
    }
    let raw = try CommandLineTool.run(arguments: ["respond", "Hi", "--raw", "--image", picture])
    #expect(raw.status == 2 && raw.errors.contains("--image"), "\(raw.errors)")
  }

  @Test func requestsOfABatchHaveImages() throws {
    let projector = try TestProjector()
    let data = try Data(contentsOf: URL(filePath: picture)).base64EncodedString()
    let content =
      #"[{"type": "text", "text": "See: "}, {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,\#(data)"}}]"#
    let line = #"{"messages": [{"role": "user", "content": \#(content)}], "max_tokens": 2}"#
    let result = try CommandLineTool.run(
      "batch", "-", "--projector", projector.url.path(percentEncoded: false), input: line + "\n")
    let answer = try object(try #require(result.text.split(separator: "\n").first))
    #expect(result.status == 0 && answer["error"] == nil && answer["text"] is String, "\(result.text) \(result.errors)")
  }
}
