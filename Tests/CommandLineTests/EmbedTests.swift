import Foundation
import TestSupport
import Testing

/// `swiftlet embed`, on a small random model.
@Suite struct EmbedTests {
  private static let model = TestFiles.fixture("embeddings/bert.gguf")

  private func vector(_ line: some StringProtocol) throws -> [Double] {
    try #require(try object(line)["embedding"] as? [Double])
  }

  @Test func aLineOfJSONForEachText() throws {
    let result = try CommandLineTool.run("embed", "the fox", "a fox", "--model", Self.model)
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = result.text.split(separator: "\n")
    #expect(try lines.map { try object($0)["index"] as? Int } == [0, 1])
    for line in lines {
      let vector = try vector(line)
      #expect(vector.count == 32 && abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
    }
    let input = try CommandLineTool.run("embed", "--model", Self.model, input: "the fox\r\na fox\n")
    #expect(input.output == result.output)
  }

  @Test func theFormatsSayTheSame() throws {
    let json = try CommandLineTool.run("embed", "the fox", "--dimensions", "6", "--model", Self.model)
    let numbers = try vector(json.text)
    #expect(numbers.count == 6)
    let text = try CommandLineTool.run(
      "embed", "the fox", "--dimensions", "6", "--format", "text", "--model", Self.model)
    #expect(text.text.split(separator: " ").compactMap { Double($0.filter { $0 != "\n" }) } == numbers)
    let binary = try CommandLineTool.run(
      "embed", "the fox", "--dimensions", "6", "--format", "binary", "--model", Self.model)
    let floats = stride(from: 0, to: binary.output.count, by: 4).map { start in
      Float(bitPattern: binary.output[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    #expect(floats == numbers.map { Float($0) })
  }

  @Test func cosinesLineUp() throws {
    let result = try CommandLineTool.run(
      "embed", "the fox", "a thing that is unknowable and longer than forty letters", "the fox", "--similarity",
      "--model", Self.model)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[1].hasSuffix("  the fox") && lines[2].hasSuffix("…"))
    let cells = lines.dropFirst().map { $0.split(separator: " ").prefix(4).map(String.init) }
    #expect(cells[0][0] == "0" && cells[0][1] == "1.000" && cells[0][3] == "1.000" && cells[0][2] == cells[1][1])
    #expect(cells[0][2] != "1.000")
  }

  @Test func aVectorForEachToken() throws {
    let result = try CommandLineTool.run("embed", "the fox", "--pooling", "none", "--model", Self.model)
    let rows = try #require(try object(result.text)["embeddings"] as? [[Double]])
    #expect(rows.map(\.count) == [32, 32, 32, 32])
  }

  @Test func errorsSayWhichText() throws {
    let long = String(repeating: "fox ", count: 100)
    let lines = String(repeating: "fox\n", count: 300) + long + "\n"
    let result = try CommandLineTool.run("embed", "--model", Self.model, input: lines)
    #expect(result.status == 1 && result.errors.hasPrefix("swiftlet: embed: text 300 has 102 tokens"))
    // What came before has been written.
    #expect(result.text.split(separator: "\n").count == 256)
    let cut = try CommandLineTool.run("embed", long, "--truncate", "--model", Self.model)
    #expect(cut.status == 0)
    #expect(try vector(cut.text).count == 32)
  }

  @Test func inspectSaysWhatItIs() throws {
    let result = try CommandLineTool.run("inspect", Self.model)
    #expect(result.status == 0 && result.text.contains("32 dimensions, mean pooling"))
  }

  @Test func modelsForOtherThingsAreRefused() throws {
    let generating = try CommandLineTool.run("embed", "fox")
    #expect(generating.status == 1 && generating.errors.contains("pooling"))
    #expect(try CommandLineTool.run("embed", "fox", "--pooling", "mean").status == 0)
    let embedding = try CommandLineTool.run("respond", "fox", "--model", Self.model)
    #expect(embedding.status == 1 && embedding.errors.contains("swiftlet embed"))
    #expect(embedding.errors.filter { $0 == "\n" }.count == 1)
  }
}
