import Foundation
import FoundationModels
import Testing

/// Client programs that only need text, run with the bundled model.
@Suite(.serialized, .enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model"))
struct ProgramsWithDefaultModelTests {
  private let short = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 8)

  @MainActor
  @Test("A chat shows the answers and keeps its minutes")
  func chat() async {
    let chat = Chat()
    chat.start()
    await chat.send("Once upon a time", options: short)
    await chat.send("And then", options: short)
    #expect(chat.problem == nil && chat.canSend)
    #expect(chat.messages.map(\.author) == [.person, .model, .person, .model])
    #expect(chat.messages.allSatisfy { !$0.text.isEmpty })
    #expect(chat.minutes == chat.messages.map { "\($0.author == .person ? "Person" : "Model"): \($0.text)" })
  }

  @Test("Options decide how a story goes on")
  func variations() async throws {
    let story = Variations(beginning: "The little dog")
    let plain = try await story.plain()
    #expect(try await story.plain() == plain)
    #expect(try await story.lively(seed: 1) == story.lively(seed: 1))
    #expect(try await story.measured(seed: 2) == story.measured(seed: 2))
    #expect(try await story.lively(seed: 1) != story.lively(seed: 2))
  }

  @Test("A summary comes from the model where it speaks the language")
  func summary() async throws {
    let summary = try await Summariser(locale: Locale(identifier: "en_GB")).summary(of: "Tom had a ball. It was red.")
    #expect(summary.isGenerated && !summary.text.isEmpty)
  }

  @Test("A transcript is trimmed to a number of tokens, and its instructions stay")
  func trimming() async throws {
    let session = LanguageModelSession(instructions: "Tell of animals.")
    for prompt in ["A cat", "A dog", "A bird"] { try await session.respond(to: prompt, options: short) }
    let model = SystemLanguageModel.default
    let size = try await model.tokenCount(for: session.transcript)
    let short = try await trimmed(session.transcript, to: size / 2)
    #expect(short.count < session.transcript.count && short.first == session.transcript.first)
    #expect(try await model.tokenCount(for: short) <= size / 2)
    #expect(short.last == session.transcript.last)
  }

  @available(*, deprecated)
  @Test("A program of release 26 answers")
  func oldReader() async throws {
    #expect(try await !OldReader(session: LanguageModelSession()).read("One day").isEmpty)
  }
}

struct AvailabilityTests {
  @Test("Each reason has words of its own")
  func notices() {
    let reasons: [SystemLanguageModel.Availability] = [
      .unavailable(.deviceNotEligible), .unavailable(.appleIntelligenceNotEnabled), .unavailable(.modelNotReady),
    ]
    #expect(Set(reasons.map(notice)).count == 3 && notice(for: .available) == nil)
  }

  @Test("Without the language, the summary is made by hand")
  func fallback() async throws {
    let summary = try await Summariser(locale: Locale(identifier: "tlh")).summary(of: "Tom had a ball. It was red.")
    #expect(!summary.isGenerated && summary.text == "Tom had a ball.")
  }
}
