import SwiftletInference
import SwiftletJSON
import SwiftletServer
import Testing

/// The bytes of completions, from events without a model.
@Suite struct CompletionStreamTests {
  private let identity = AnswerIdentity(id: "cmpl-1", created: 7, model: "m")

  private func bytes(_ events: [AnswerQueue.Event], _ form: CompletionForm = CompletionForm()) -> String {
    var stream = CompletionStream(identity: identity, form: form, choices: 2)
    let chunks = events.flatMap { stream.chunks(for: $0) } + stream.lastChunks
    return chunks.map { String(decoding: ServerSentEventWriter.text($0), as: UTF8.self) }.joined()
  }

  private func chunk(
    _ text: String, index: Int = 0, logprobs: String = "null", finish: String = "null", rest: String = ""
  ) -> String {
    let choice = #"{"text":"\#(text)","index":\#(index),"logprobs":\#(logprobs),"finish_reason":\#(finish)}"#
    return #"data: {"id":"cmpl-1","object":"text_completion","created":7,"model":"m","#
      + #""system_fingerprint":"swiftlet-0.1.0","choices":[\#(choice)]\#(rest)}"# + "\n\n"
  }

  private func end(
    _ choice: Int, _ reason: AnswerEnd.Reason, prompt: Int = 2, generated: Int = 1
  ) -> AnswerQueue.Event {
    AnswerQueue.Event(
      choice: choice,
      .finished(AnswerEnd(reason: reason, usage: AnswerUsage(promptTokens: prompt, generatedTokens: generated))))
  }

  private func entry(_ text: String, _ value: Double?, _ top: [(String, Double)] = []) -> TokenLogProbability {
    TokenLogProbability(
      token: 1, bytes: Array(text.utf8), logProbability: value,
      top: top.map { .init(token: 2, bytes: Array($0.0.utf8), logProbability: $0.1) })
  }

  @Test func textAndReasonAreInTheOlderForm() {
    let stream = bytes([
      .init(.accepted(promptTokens: 2)), .init(.prefilled(total: 2, cached: 0)), .init(.text("né")),
      .init(choice: 1, .text("b")), end(0, .stop), end(1, .length),
    ])
    #expect(
      stream == chunk("né") + chunk("b", index: 1) + chunk("", finish: #""stop""#)
        + chunk("", index: 1, finish: #""length""#))
  }

  /// The usage is in a chunk without choices, behind all reasons; the end of the stream is not a part of it.
  @Test func usageIsTheLastChunk() {
    var form = CompletionForm()
    form.includesUsage = true
    form.choicesOfEachPrompt = 2
    let stream = bytes(
      [.init(.accepted(promptTokens: 2)), .init(.text("a")), end(0, .stop), end(1, .length, generated: 3)], form)
    let usage =
      #"{"prompt_tokens":2,"completion_tokens":4,"total_tokens":6,"prompt_tokens_details":{"cached_tokens":0},"#
      + #""completion_tokens_details":{"reasoning_tokens":0}}"#
    let last =
      #"data: {"id":"cmpl-1","object":"text_completion","created":7,"model":"m","#
      + #""system_fingerprint":"swiftlet-0.1.0","choices":[],"usage":\#(usage)}"# + "\n\n"
    let rest = #","usage":null"#
    #expect(
      stream == chunk("a", rest: rest) + chunk("", finish: #""stop""#, rest: rest)
        + chunk("", index: 1, finish: #""length""#, rest: rest) + last)
  }

  @Test func usageCountsEachPromptOnceAndComesLast() {
    var form = CompletionForm()
    form.includesUsage = true
    form.choicesOfEachPrompt = 2
    let stream = bytes([end(0, .stop, prompt: 5), end(1, .stop, prompt: 5, generated: 3)], form)
    #expect(stream.contains(#""choices":[],"usage":{"prompt_tokens":5,"completion_tokens":4,"total_tokens":9,"#))
    form.choicesOfEachPrompt = 1
    let others = bytes([end(0, .stop, prompt: 5), end(1, .stop, prompt: 6, generated: 3)], form)
    #expect(others.contains(#""choices":[],"usage":{"prompt_tokens":11,"completion_tokens":4,"total_tokens":15,"#))
  }

  @Test func anEchoHasTheLogProbabilitiesOfThePromptWithPlacesInTheText() {
    var form = CompletionForm()
    form.echoedPrompts = ["né x", "other"]
    form.hasLogProbabilities = true
    let stream = bytes(
      [
        .init(.accepted(promptTokens: 2)),
        .init(.logProbabilities([entry("né", nil), entry(" x", -1.5, [(" y", -0.5)])])),
        .init(.prefilled(total: 2, cached: 0)), .init(.logProbabilities([entry("!", -0.25)])), .init(.text("!")),
        end(0, .length),
      ], form)
    let prompt =
      #"{"tokens":["né"," x"],"token_logprobs":[null,-1.5],"top_logprobs":[null,{" y":-0.5," x":-1.5}],"#
      + #""text_offset":[0,2]}"#
    let text = #"{"tokens":["!"],"token_logprobs":[-0.25],"top_logprobs":[{"!":-0.25}],"text_offset":[4]}"#
    #expect(
      stream == chunk("né x", logprobs: prompt) + chunk("!", logprobs: text) + chunk("", finish: #""length""#))
  }

  @Test func anEchoWithoutAGeneratedTokenHasAnEntryForTheEnd() {
    var form = CompletionForm()
    form.echoedPrompts = ["ab"]
    form.hasLogProbabilities = true
    var answer = CollectedAnswer()
    answer.logProbabilities = [entry("a", nil), entry("b", -1)]
    answer.usage = AnswerUsage(promptTokens: 2, generatedTokens: 0)
    let json = CompletionAnswer(identity: identity, form: form, choices: [answer]).json
    #expect(json.member(at: "choices.0.text") == "ab")
    #expect(json.member(at: "choices.0.logprobs.tokens")?.elements == ["a", "b", ""])
    #expect(json.member(at: "choices.0.logprobs.token_logprobs")?.elements?.count == 3)
    form.generates = false
    let none = CompletionAnswer(identity: identity, form: form, choices: [answer]).json
    #expect(none.member(at: "choices.0.logprobs.tokens")?.elements == ["a", "b"])
  }

  @Test func promptsAreTextsOrTokensOrArraysOfThem() throws {
    func prompts(_ json: String, _ form: CompletionRequest.Form = .openAI) throws -> [CompletionPrompt] {
      let body = try JSONValue.read(Array(#"{"prompt": \#(json)}"#.utf8), options: .init())
      return try CompletionRequest(body, form: form).prompts
    }
    let text = try prompts(#""a""#)
    #expect(text.map { $0.text } == ["a"])
    let tokens = try prompts("[1, 2]")
    #expect(tokens.map { $0.parts } == [[.tokens([1, 2])]])
    let several = try prompts(#"[[1], [2, 3]]"#)
    #expect(several.map { $0.parts } == [[.tokens([1])], [.tokens([2, 3])]])
    let mixture = try prompts(#"["a", 7, 8, "b"]"#, .llama)
    #expect(mixture.map { $0.parts } == [[.text("a"), .tokens([7, 8]), .text("b")]])
    for (json, member) in [("[]", "prompt"), ("3", "prompt"), (#"["a", 1]"#, "prompt.1"), ("[[]]", "prompt.0")] {
      let error = #expect(throws: FieldError.self) { try prompts(json) }
      #expect(error?.member == member, "\(json)")
    }
  }
}
