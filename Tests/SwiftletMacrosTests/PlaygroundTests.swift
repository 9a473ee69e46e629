import Testing

struct PlaygroundTests {
  @Test(
    "49.10 a playground expands to nothing",
    arguments: [
      "#Playground { let a = try await f() }", "#Playground(\"A name\") { f() }", "#Playground(nil, body: f)",
      "#Playground {}",
    ])
  func expandsToNothing(_ playground: String) {
    let expansion = Expansion(of: "let before = 1\n\(playground)\nlet after = 2")
    #expect(expansion.errors == [])
    #expect(expansion.source.split(separator: "\n").filter { !$0.isEmpty } == ["let before = 1", "let after = 2"])
  }
}
