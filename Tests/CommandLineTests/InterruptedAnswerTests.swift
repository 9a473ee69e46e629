import Swiftlet
import Synchronization
import Testing

@testable import swiftlet_cli

/// Answers of the chat that end before the model has finished.
@Suite struct InterruptedAnswerTests {
  private final class Interrupt: Sendable {
    let happened = Atomic<Bool>(false)
  }

  @Test func theSessionIsIdleAfterAnAnswerThatWasInterrupted() async throws {
    let session = LanguageModelSession(model: SystemLanguageModel.default)
    for turn in 0..<40 {
      let interrupt = Interrupt()
      let answer = InterruptibleAnswer(
        of: session, to: Prompt("Tell me a story."), options: GenerationOptions(maximumResponseTokens: 200),
        wasInterrupted: { interrupt.happened.load(ordering: .relaxed) })
      for try await text in answer.snapshots where !text.isEmpty {
        interrupt.happened.store(true, ordering: .relaxed)
      }
      await answer.finish()
      #expect(!session.isResponding, "turn \(turn)")
      session.transcript = Transcript(entries: [])
    }
  }
}
