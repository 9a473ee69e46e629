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
}
