import Testing

/// `swiftlet chat`, with lines from a file instead of a terminal.
@Suite struct ChatTests {
  @Test func answersEachLineAndShowsTheTranscript() throws {
    let result = try CommandLineTool.run(
      "chat", "--temperature", "0", "--max-tokens", "12",
      input: "Hello!\n\nTell me more.\n/transcript\n/reset\n/transcript\n")
    #expect(result.status == 0)
    #expect(result.text.contains("Hello!"))
    #expect(result.text.contains("Tell me more."))
    #expect(result.errors.contains("a new conversation"))
  }

  @Test func unknownCommandsAreNamed() throws {
    let result = try CommandLineTool.run("chat", input: "/dance\n/quit\nnever read\n")
    #expect(result.status == 0)
    #expect(result.errors.contains("/dance"))
    #expect(result.output.isEmpty)
  }
}
