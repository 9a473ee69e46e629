import Foundation
import SwiftletWeights
import TestSupport
import Testing

/// Commands about images: projectors, their rows, and the time that they take.
@Suite struct ImageCommandTests {
  private let picture = TestFiles.fixture("images/jpeg-420.jpg")
  private let projector = TestFiles.fixture("vision/qwen2.5vl.mmproj.gguf")
  private let model = TestFiles.fixture("vision/qwen2.5vl.gguf")

  @Test func inspectDescribesProjectors() throws {
    let result = try CommandLineTool.run("inspect", projector)
    #expect(result.status == 0, "\(result.errors)")
    for part in ["qwen2.5vl_merger: Qwen 2.5 VL", "windows of", "800 × 600", "tokens", "elements"] {
      #expect(result.text.contains(part), "\(part): \(result.text)")
    }
    #expect(!result.text.contains("missing") && !result.text.contains("not supported"))
  }

  @Test func rowsArePrintedInAllFormats() throws {
    let json = try CommandLineTool.run("embed-image", picture, "--projector", projector)
    let value = try object(try #require(json.text.split(separator: "\n").first))
    let rows = try #require(value["rows"] as? [[Double]])
    #expect(json.status == 0 && rows.count > 0 && rows[0].count > 0, "\(json.errors)")
    let parts = try #require(value["parts"] as? [[String: Any]])
    #expect(parts.first?["text"] as? String == "<|vision_start|>" && parts.count == 3)
    let text = try CommandLineTool.run("embed-image", picture, "--projector", projector, "--format", "text")
    let lines = text.text.split(separator: "\n")
    #expect(lines.count == rows.count)
    #expect(lines[0].split(separator: " ").compactMap { Float($0) } == rows[0].map { Float($0) })
    let two = try CommandLineTool.run("embed-image", picture, picture, "--projector", projector)
    #expect(two.text.split(separator: "\n").count == 2)
  }

  @Test func numbersOfTokensAreLimited() throws {
    func count(_ limit: [String]) throws -> Int {
      let result = try CommandLineTool.run(
        arguments: ["embed-image", picture, "--projector", projector, "--format", "text"] + limit)
      #expect(result.status == 0, "\(result.errors)")
      return result.text.split(separator: "\n").count
    }
    let plain = try count([])
    #expect(try count(["--image-tokens", "4"]) <= 4 && plain > 4)
    #expect(try count(["--image-tokens", "20-24"]) >= 20)
    for (text, status) in [("0", 2), ("9-4", 2), ("a", 2), ("1-2-3", 2)] {
      let result = try CommandLineTool.run(
        "embed-image", picture, "--projector", projector, "--image-tokens", text)
      #expect(result.status == status && result.errors.contains("--image-tokens"), "\(text): \(result.errors)")
    }
    let gemma = TestFiles.fixture("vision/gemma3-vision.mmproj.gguf")
    let refused = try CommandLineTool.run("embed-image", picture, "--projector", gemma, "--image-tokens", "1")
    #expect(refused.status == 1 && refused.errors.contains("at least"), "\(refused.errors)")
  }

  @Test func logitsHaveTheRowsOfImages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "logits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func logits(_ name: String, _ arguments: [String]) throws -> Data {
      let path = folder.appending(path: name).path(percentEncoded: false)
      let result = try CommandLineTool.run(
        arguments: ["logits", "--model", model, "--output", path] + arguments)
      #expect(result.status == 0, "\(result.errors)")
      return try Data(contentsOf: URL(filePath: path))
    }
    let image = ["--image", picture, "--projector", projector]
    let plain = try logits("plain", ["--tokens", "1,2,3"])
    let whole = try logits("whole", ["--tokens", "1,image,2,3"] + image)
    let pieces = try logits("pieces", ["--tokens", "1 image 2 3", "--chunk", "3"] + image)
    let first = try logits("first", ["--tokens", "2,3"] + image)
    let row = plain.count / 3
    #expect(whole.count > plain.count + row && whole.count % row == 0)
    #expect(whole == pieces && whole.prefix(row) == plain.prefix(row))
    #expect(first.count == whole.count - row)
    let result = try CommandLineTool.run(
      "logits", "--model", model, "--tokens", "image", "--output", folder.appending(path: "x").path)
    #expect(result.status == 2 && result.errors.contains("--image"), "\(result.errors)")
  }

  @Test("20: the time to encode a picture is reported") func benchPrintsTheTimeOfImages() throws {
    let arguments = [
      "bench", "--image", "60x40", "--projector", projector, "--repetitions", "2", "--peak", "1000", "--format", "json",
    ]
    let result = try CommandLineTool.run(arguments: arguments)
    let line = try object(try #require(result.text.split(separator: "\n").first, "\(result.errors)"))
    for name in ["tokens", "operations", "seconds", "share_of_peak", "weight_bytes"] {
      #expect((line[name] as? Double).map { $0 >= 0 } == true, "\(name): \(result.text)")
    }
    let table = try CommandLineTool.run("bench", "--image", "60x40", "--projector", projector, "--no-warmup")
    #expect(table.status == 0 && table.text.contains("time") && table.text.contains("tokens"), "\(table.errors)")
    for wrong in [["--image", "60"], ["--image", "0x5"], ["--image", "60x40", "--cold"]] {
      let result = try CommandLineTool.run(arguments: ["bench", "--projector", projector] + wrong)
      #expect(result.status == 2 && result.errors.contains("--image"), "\(wrong): \(result.errors)")
    }
  }

  @Test func synthesizedProjectorsHaveTheShapesOfPublishedOnes() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "projectors-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "mmproj.gguf").path(percentEncoded: false)
    let made = try CommandLineTool.run("synthesize", path, "--projector", "smolvlm-256m", "--type", "q8_0")
    #expect(made.status == 0, "\(made.errors)")
    let text = try CommandLineTool.run("inspect", path).text
    for part in ["12 × 768", "12 heads of 64", "576 elements", "1088 tokens", "832 tokens"] {
      #expect(text.contains(part), "\(part): \(text)")
    }
    #expect(!text.contains("missing"))
    let wrong = try CommandLineTool.run("synthesize", path, "--projector", "telescope")
    #expect(wrong.status == 2 && wrong.errors.contains("gemma-3-4b"), "\(wrong.errors)")
  }

  @Test(.enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
  func chatsSendImagesWithTheNextPrompt() throws {
    let projector = try TestProjector()
    let path = projector.url.path(percentEncoded: false)
    let input = "/image \(picture)\n/image /nowhere.png\nWhat is this?\n/stats\nAnd?\n/quit\n"
    let result = try CommandLineTool.run(
      "chat", "--projector", path, "--greedy", "--max-tokens", "2", "--no-history", input: input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("the next prompt has 1 image") && result.errors.contains("/nowhere.png"))
    let plain = try CommandLineTool.run("chat", "--no-history", input: "/image \(picture)\n/quit\n")
    #expect(plain.errors.contains("projector"), "\(plain.errors)")
  }
}
