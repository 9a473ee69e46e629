import Foundation
import SwiftletWeights
import Testing

@testable import Swiftlet

struct StopSequenceTests {
  private func read(_ pieces: [String], _ texts: [String]) -> (text: String, isFound: Bool) {
    var stop = StopSequences(texts)
    var text = pieces.reduce("") { $0 + stop.append($1) }
    text += stop.finish()
    return (text, stop.isFound)
  }

  @Test(
    "An answer ends before the first of the texts, however it arrives",
    arguments: [
      (["a END b"], ["END"], "a ", true), (["a EN", "D b"], ["END"], "a ", true),
      (["a EN", "d"], ["END"], "a ENd", false),
      (["aab", "ac"], ["aac", "x"], "aabac", false), (["aaa", "b"], ["aab"], "a", true), (["ab"], [""], "ab", false),
      (["é", "\n", "\nb"], ["\n\n"], "é", true), (["x", "ab", "abc"], ["abc", "babx"], "xab", true),
      (["EN"], ["END"], "EN", false),
    ])
  func ends(_ pieces: [String], _ texts: [String], _ expected: String, _ isFound: Bool) {
    let result = read(pieces, texts)
    #expect(result.text == expected && result.isFound == isFound)
    let bytewise = read(pieces.joined().unicodeScalars.map { String($0) }, texts)
    #expect(bytewise.text == expected && bytewise.isFound == isFound)
  }

  @Test func theSequenceThatEndsAnAnswerIsKnown() {
    for (piece, found) in [("a ENDING", "END"), ("STOP END", "STOP"), ("none", nil)] {
      var stop = StopSequences(["ENDING", "END", "STOP"])
      for scalar in piece.unicodeScalars { _ = stop.append(String(scalar)) }
      #expect(stop.found == found)
    }
  }

  @Test func aRequestEndsBeforeItsStopText() async throws {
    let model = try #require(DefaultModel.url.map { try GGUFLanguageModel(contentsOf: $0) })
    var request = LanguageModelExecutorGenerationRequest(
      id: .init(), transcript: Transcript(entries: []), enabledTools: [],
      generationOptions: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 30),
      contextOptions: ContextOptions(), metadata: [:])
    request.engine.rawPrompt = "Once upon a time"
    let whole = try await model.answer(request).text
    let word = try #require(whole.split(separator: " ").dropFirst(4).first.map(String.init))
    request.engine.stopSequences = ["never comes", word]
    let log = EventLog()
    log.attach(to: &request)
    let cut = try await model.answer(request)
    #expect(!cut.text.contains(word) && whole.hasPrefix(cut.text + word))
    #expect(cut.finishReason == .stopSequence(word) && log.events.last == .finished(.stopSequence(word)))
    // The statistics are those of the answer, which ends before the engine does.
    guard case .statistics(let statistics)? = log.events.dropLast().last else {
      Issue.record("no statistics")
      return
    }
    #expect(statistics.promptTokens == cut.tokens.prompt && statistics.generatedTokens == cut.tokens.generated)
    #expect(statistics.generationTime > .zero && statistics.promptTime > .zero)
  }
}
