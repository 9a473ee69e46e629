import SwiftletInference
import SwiftletJSON
import SwiftletServer
import Testing

/// The bytes of streams of `/completion`, from events without a model.
@Suite struct LlamaStreamTests {
  private func bytes(_ events: [AnswerQueue.Event], _ completion: LlamaCompletion) -> String {
    var completion = completion
    return events.compactMap { completion.append($0, at: .milliseconds(1250)) }
      .map { String(decoding: ServerSentEventWriter.text($0), as: UTF8.self) }.joined()
  }

  private func end(_ reason: AnswerEnd.Reason, choice: Int = 0) -> AnswerQueue.Event {
    var timings = AnswerTimings()
    (timings.cachedTokens, timings.promptTokens, timings.generatedTokens) = (4, 5, 3)
    (timings.promptSeconds, timings.generationSeconds) = (0.125, 0.25)
    let usage = AnswerUsage(promptTokens: 9, cachedTokens: 4, generatedTokens: 3)
    return .init(choice: choice, .finished(AnswerEnd(reason: reason, usage: usage, timings: timings)))
  }

  private let timings =
    #"{"cache_n":4,"prompt_n":5,"prompt_ms":125.0,"prompt_per_token_ms":25.0,"prompt_per_second":40.0,"#
    + #""predicted_n":3,"predicted_ms":250.0,"predicted_per_token_ms":125.0,"predicted_per_second":8.0}"#

  private func part(_ text: String, tokens: String, rest: String = "") -> String {
    #"data: {"index":0,"content":"\#(text)","tokens":[\#(tokens)],"stop":false,"id_slot":0,"tokens_predicted":0,"#
      + #""tokens_evaluated":9\#(rest)}"# + "\n\n"
  }

  private func last(_ type: String, word: String = "", index: Int = 0, prompt: String = "a") -> String {
    #"data: {"index":\#(index),"content":"","tokens":[],"id_slot":\#(index),"stop":true,"model":"m","#
      + #""tokens_predicted":3,"tokens_evaluated":9,"generation_settings":{},"prompt":"\#(prompt)","#
      + #""has_new_line":\#(index == 0),"truncated":false,"stop_type":"\#(type)","stopping_word":"\#(word)","#
      + #""tokens_cached":4,"timings":\#(timings)}"# + "\n\n"
  }

  @Test func textTokensAndTheEndAreInTheirOrder() {
    let entry = TokenLogProbability(
      token: 7, bytes: Array("né".utf8), logProbability: -0.5,
      top: [.init(token: 8, bytes: [0x78], logProbability: -1.5)])
    let stream = bytes(
      [
        .init(.accepted(promptTokens: 9)), .init(.prefilled(total: 9, cached: 4)), .init(.logProbabilities([entry])),
        .init(.tokens([7])), .init(.text("né")), .init(.tokens([5, 6])), .init(.text("\n😀")), end(.length),
      ], LlamaCompletion(model: "m", prompts: ["a"]))
    let probability =
      #"{"id":7,"token":"né","bytes":[110,195,169],"logprob":-0.5,"#
      + #""top_logprobs":[{"id":8,"token":"x","bytes":[120],"logprob":-1.5}]}"#
    #expect(
      stream == part("né", tokens: "7", rest: #","completion_probabilities":[\#(probability)]"#)
        + part(#"\n😀"#, tokens: "5,6") + last("limit"))
  }

  @Test func reasonsAndPromptsAreThoseOfEachAnswer() {
    let completion = LlamaCompletion(model: "m", prompts: ["a", "b"])
    let stream = bytes(
      [
        .init(.accepted(promptTokens: 9)), .init(.text("\n")), end(.stopSequence("x")),
        end(.stop, choice: 1),
      ], completion)
    #expect(
      stream == part(#"\n"#, tokens: "") + last("word", word: "x") + last("eos", index: 1, prompt: "b"))
  }

  @Test func progressOfThePromptIsInPartsWithoutText() {
    var completion = LlamaCompletion(model: "m", prompts: ["a"])
    completion.startTime = .seconds(1)
    let progress = bytes([.init(.progress(processed: 6, total: 9, cached: 4))], completion)
    #expect(
      progress
        == part(
          "", tokens: "", rest: #","prompt_progress":{"total":9,"cache":4,"processed":6,"time_ms":250}"#))
  }
}
