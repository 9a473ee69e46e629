import SwiftletChatTemplates
import Testing

@testable import Swiftlet

/// Transcripts as the messages that chat templates render.
struct TranscriptMessagesTests {
  private static func segments(_ text: String) -> [Transcript.Segment] {
    text.isEmpty ? [] : [.text(Transcript.TextSegment(content: text))]
  }

  private static let prompt = Transcript.Entry.prompt(Transcript.Prompt(segments: segments("Rain?")))
  private static let thought = Transcript.Entry.reasoning(Transcript.Reasoning(segments: segments("Hm.")))

  private static func response(_ text: String) -> Transcript.Entry {
    .response(Transcript.Response(segments: segments(text)))
  }

  private static func calls(_ arguments: String) throws -> Transcript.Entry {
    .toolCalls(
      Transcript.ToolCalls([
        Transcript.ToolCall(id: "c", toolName: "weather", arguments: try GeneratedContent(json: arguments))
      ]))
  }

  @Test("An empty response is a message, so that the roles alternate")
  func emptyResponsesAreMessages() {
    let transcript = Transcript(entries: [Self.prompt, Self.response(""), Self.prompt])
    #expect(transcript.messages.map(\.role) == [.user, .assistant, .user])
    let reasoned = Transcript(entries: [Self.prompt, Self.thought, Self.response(""), Self.prompt])
    #expect(reasoned.messages.map(\.reasoning) == [nil, "Hm.", nil])
    // Reasoning alone is not an answer.
    #expect(Transcript(entries: [Self.prompt, Self.thought, Self.prompt]).messages.map(\.role) == [.user, .user])
  }

  @Test("Reasoning, text and calls are one message")
  func reasoningTextAndCallsAreOneMessage() throws {
    let entries = [Self.prompt, Self.thought, Self.response("Let me look."), try Self.calls("{}")]
    let messages = Transcript(entries: entries).messages
    try #require(messages.count == 2)
    #expect(messages[1].reasoning == "Hm." && messages[1].content == "Let me look.")
    #expect(messages[1].toolCalls.map(\.arguments) == ["{}"])
  }

  @Test("Numbers in arguments that no type represents stay as they were written")
  func numbersKeepTheirSpelling() throws {
    let arguments = #"{"id": 123456789012345678901234567890, "x": 1e400, "y": -1E-999}"#
    let messages = Transcript(entries: [Self.prompt, try Self.calls(arguments)]).messages
    let rendered = try #require(messages.last?.toolCalls.first?.arguments)
    for number in ["123456789012345678901234567890", "1e400", "-1E-999"] { #expect(rendered.contains(number)) }
  }
}
