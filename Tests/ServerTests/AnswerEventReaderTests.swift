import Swiftlet
import SwiftletInference
import SwiftletServer
import Testing

/// The events of answers, from those of the engine and of the channel.
@Suite struct AnswerEventReaderTests {
  private typealias Event = LanguageModelExecutorGenerationChannel.Event

  private func text(_ text: String) -> Event { .response(action: .appendText(text, tokenCount: 1)) }

  private func entry(_ text: String) -> GenerationEvent {
    .logProbability(TokenLogProbability(token: 0, bytes: Array(text.utf8), logProbability: -1))
  }

  /// The texts of the tokens in the first event, if that has log-probabilities.
  private func tokens(_ events: [SwiftletServer.AnswerEvent]) -> [String]? {
    guard case .logProbabilities(let entries)? = events.first else { return nil }
    return entries.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test func theEndNamesTheStopSequence() {
    var reader = AnswerEventReader()
    _ = reader.events(for: .finished(.stopSequence("END")), at: .zero)
    #expect(reader.end.reason == .stopSequence("END"))
  }

  @Test func callsAreNumberedAndTheEndHasAllCounts() {
    var reader = AnswerEventReader()
    #expect(reader.accept(promptTokens: 5, at: .zero) == .accepted(promptTokens: 5))
    let prefilled = reader.events(for: .prefilled(tokens: 5, cached: 2), at: .seconds(1))
    #expect(prefilled == [.prefilled(total: 5, cached: 2)])
    for _ in 0..<3 { _ = reader.events(for: .token(1), at: .seconds(2)) }
    let thought = reader.events(for: .reasoning(action: .appendText("hm", tokenCount: 2)))
    #expect(thought == [.reasoning("hm")])
    var begun: [Int] = []
    for id in ["a", "a", "b"] {
      let events = reader.events(
        for: .toolCalls(action: .toolCall(id: id, name: "f", action: .appendArguments("{}", tokenCount: 1))))
      for case .toolCallBegan(let index, _, "f") in events { begun.append(index) }
      #expect(events.last == .toolCallArguments(index: id == "a" ? 0 : 1, "{}"))
    }
    #expect(begun == [0, 1])
    _ = reader.events(for: .finished(.endOfGeneration), at: .seconds(3))
    let end = reader.end
    #expect(end.reason == .toolCalls)
    #expect(
      end.usage == AnswerUsage(promptTokens: 5, cachedTokens: 2, generatedTokens: 3, reasoningTokens: 2))
    #expect(end.timings?.promptSeconds == 1 && end.timings?.generationSeconds == 1 && end.timings?.promptTokens == 3)
  }

  @Test func aCallThatALimitCutOffIsNoCompleteCall() {
    var reader = AnswerEventReader()
    _ = reader.events(
      for: .toolCalls(action: .toolCall(id: "a", name: "f", action: .appendArguments("{", tokenCount: 1))))
    _ = reader.events(for: .finished(.maximumTokens), at: .zero)
    #expect(reader.end.reason == .length && reader.isCutOff)
  }

  @Test func progressAndTheStopSequenceArePassedOn() {
    var reader = AnswerEventReader()
    let progress = reader.events(for: .prefilling(tokens: 9, cached: 2, processed: 4), at: .zero)
    #expect(progress == [.progress(processed: 4, total: 9, cached: 2)])
    _ = reader.events(for: .finished(.stopSequence("x")), at: .zero)
    #expect(reader.end.reason == .stopSequence("x"))
  }

  @Test func logProbabilitiesWaitForTheirText() {
    var reader = AnswerEventReader()
    // A character of two tokens.
    for part in [[0xC3], [0xA9]] as [[UInt8]] {
      let entry = TokenLogProbability(token: 0, bytes: part, logProbability: -1)
      #expect(reader.events(for: .logProbability(entry), at: .zero).isEmpty)
    }
    let events = reader.events(for: text("é"))
    guard case .logProbabilities(let entries)? = events.first else {
      Issue.record("found \(events)")
      return
    }
    #expect(entries.flatMap { $0.bytes } == Array("é".utf8) && events.last == .text("é"))
  }

  @Test func markersAndReasoningHaveNoLogProbabilities() {
    var reader = AnswerEventReader()
    for part in ["<think>", "hm"] { _ = reader.events(for: entry(part), at: .zero) }
    _ = reader.events(for: .reasoning(action: .appendText("hm", tokenCount: 1)))
    for part in ["</think>", " Yes"] { _ = reader.events(for: entry(part), at: .zero) }
    #expect(tokens(reader.events(for: text("Yes"))) == [" Yes"])
  }

  @Test func tokensOfTextThatIsHeldBackComeWithIt() {
    var reader = AnswerEventReader()
    for part in ["a", "b", "c"] { _ = reader.events(for: entry(part), at: .zero) }
    #expect(tokens(reader.events(for: text("ab"))) == ["a", "b"])
    #expect(tokens(reader.events(for: text("c"))) == ["c"])
  }
}
