import Foundation
import Testing

/// The positions whose predictions make the perplexity.
@Suite struct PerplexityTests {
  @Test("a chunk's second half is scored, but for the last position, which has no next token", arguments: [7, 8, 64])
  func theSecondHalfIsScored(size: Int) throws {
    let text = String(repeating: "Once upon a time there was a little dog. It had a red ball. ", count: 12)
    let tokens = try CommandLineTool.run("tokenize", "--no-special", input: text).text.split { $0.isWhitespace }
    #expect(tokens.count >= size)
    let result = try CommandLineTool.run("perplexity", "--text", "-", "--context", "\(size)", input: text)
    #expect(result.status == 0, "\(result.errors)")
    let line = try #require(result.text.split(separator: "\n").first { $0.contains("tokens scored") })
    let scored = try #require(Int(line.split(separator: " ").last ?? ""))
    #expect(scored == tokens.count / size * (size - 1 - size / 2))
  }
  @Test("49.23 reference logits come from a file or through a pipe, and their number is checked")
  func referencesArePipesToo() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = String(repeating: "Once upon a time there was a little dog. ", count: 3)
    try Data(text.utf8).write(to: folder.appending(path: "text"))
    func run(_ line: String) throws -> CommandLineTool.Result {
      try CommandLineTool.shell(
        "cd '\(folder.path(percentEncoded: false))' && "
          + line.replacing("PERPLEXITY", with: "\"$SWIFTLET\" perplexity --text text --context 9"))
    }
    #expect(try run("PERPLEXITY --save-logits logits").status == 0)
    let expected = try run("PERPLEXITY --reference logits")
    #expect(expected.status == 0 && expected.text.contains("KL divergence, maximum  0.000000"), "\(expected.text)")
    let piped = try run("cat logits | PERPLEXITY --reference /dev/fd/3 3<&0 </dev/null")
    #expect(piped.status == 0 && piped.output == expected.output, "\(piped.errors)")
    let size = try Data(contentsOf: folder.appending(path: "logits")).count
    for (line, found) in [
      ("head -c 9999 logits | PERPLEXITY --reference -", "9999"),
      ("head -c \(size - 4) logits | PERPLEXITY --reference -", "\(size - 4)"),
      ("cat logits text | PERPLEXITY --reference -", "more than \(size)"),
      ("head -c 9999 logits > short; PERPLEXITY --reference short", "9999"),
    ] {
      let result = try run(line)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains(": found \(found) bytes, expected \(size) for "), "\(line): \(result.errors)")
    }
    let missing = try run("PERPLEXITY --reference nowhere")
    #expect(missing.status == 1 && missing.errors.contains("nowhere: No such file"), "\(missing.errors)")
  }
}
