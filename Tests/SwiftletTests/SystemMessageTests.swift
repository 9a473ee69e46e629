import Foundation
import Testing

@testable import Swiftlet

/// Instructions in a position that the model's chat template does not allow.
@Suite struct SystemMessageTests {
  private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

  private static func instructions(_ text: String) -> Transcript.Entry {
    .instructions(.init(segments: self.text(text), toolDefinitions: []))
  }

  /// A conversation with instructions between its turns, after an answer with reasoning.
  private static let transcript = Transcript(entries: [
    instructions("A."), .prompt(.init(segments: text("Hi"))),
    .response(.init(assetIDs: [], segments: text("Ho"))), instructions("B."),
  ])

  @Test func refusedMessagesAreTypedErrorsThatNameThem() async throws {
    let file = try ModelFileVariant(
      template: """
        {% for message in messages %}{% if message.role == 'system' and not loop.first %}\
        {{ raise_exception('System message must be at the beginning.') }}{% endif %}\
        [{{ message.role }}] {{ message.content }}{% endfor %}
        """)
    let expected = GGUFLanguageModelError.refusedSystemMessage(index: 3, expected: "a single one, at the beginning")
    let session = LanguageModelSession(model: try file.model(systemMessages: .refused), transcript: Self.transcript)
    let options = GenerationOptions(maximumResponseTokens: 1)
    let error = await #expect(throws: GGUFLanguageModelError.self) {
      try await session.respond(to: "Go on.", options: options)
    }
    #expect(error == expected && error?.localizedDescription.contains("message 3") == true)
    // The session can be used, and says the same again.
    #expect(!session.isResponding)
    let streamed = await #expect(throws: GGUFLanguageModelError.self) {
      for try await _ in session.streamResponse(to: "Go on.", options: options) {}
    }
    #expect(streamed == expected)
    let merged = LanguageModelSession(model: try file.model(), transcript: Self.transcript)
    _ = try await merged.respond(to: "Go on.", options: options)
  }
}
