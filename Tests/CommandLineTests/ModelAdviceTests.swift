import Testing

@testable import swiftlet_cli

/// The models that are named to users of the bundled one.
@Suite struct ModelAdviceTests {
  @Test func onlyModelsThatFitAreNamed() throws {
    let text = try #require(ModelAdvice.text(memory: 1_500_000_000))
    #expect(text.contains("Qwen3 0.6B") && !text.contains("Llama 3.2 1B"))
  }

  @Test(arguments: [0, 64 << 20, 1_499_999_999]) func noListIsPrintedWhereNoneFits(_ memory: Int) {
    #expect(ModelAdvice.text(memory: memory) == nil)
  }
}
