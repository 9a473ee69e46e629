import FoundationModels
import Swiftlet
import SwiftletConversations
import SwiftletFoundationModels
import SwiftletWeights
import SystemConversations
import Testing

typealias Conversation = SwiftletConversations.Conversation

extension Conversation {
  /// The same conversation in the system's session.
  var counterpart: SystemConversations.Conversation? { SystemConversations.Conversation(rawValue: rawValue) }
}

/// The same conversations in sessions of either framework, which have to go the same way.
@Suite(.serialized, .enabled(if: DefaultModel.url != nil, "needs the default model"))
struct ConversationTests {
  @Test("The system's session and Swiftlet's have the same conversation", arguments: Conversation.allCases)
  func conversation(_ conversation: Conversation) async throws {
    let model = try Swiftlet.GGUFLanguageModel(contentsOf: #require(DefaultModel.url))
    let counterpart = try #require(conversation.counterpart)
    let own = try await conversation.report(with: model)
    let systems = try await counterpart.report(with: SwiftletLanguageModel(model))
    #expect(systems == own)
    if let beginning = Self.beginnings[conversation] { #expect(own.first?.hasPrefix(beginning) == true, "\(own)") }
  }

  /// The expected beginnings of conversations, which show that they are about the right thing.
  private static let beginnings: [Conversation: String] = [
    .text: "answer: Once upon a time, there was a cat called Ginger.",
    .stream: "grows: true",
    .toolCall: "answer: It is sunny in Lisbon",
    .requiredToolCall: "ToolCallError: getWeather: Closed()",
    .failingTool: "ToolCallError: getWeather: Closed()",
    .value: "Anna Berg | 42 | Oslo",
    .nestedValue: "2",
    .valueWithoutRoom: "ParsingError: GeneratedContent does not contain a property '",
    .cancelled: "CancellationError: ",
    .reasoningLevel: "LanguageModelError.unsupportedCapability reasoning",
    .unsupportedGuide: "LanguageModelError.unsupportedGenerationGuide Word",
  ]

  @Test("A conversation that is too long is the system's error, with the numbers")
  func contextSizeExceeded() async throws {
    let model = try Swiftlet.GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: 8)
    let own = try await Conversation.text.report(with: model)
    #expect(own.first?.hasPrefix("LanguageModelError.contextSizeExceeded 8 ") == true, "\(own)")
    #expect(try await SystemConversations.Conversation.text.report(with: SwiftletLanguageModel(model)) == own)
  }

  @Test("A model can do in the system's sessions what it can do in its own")
  func capabilities() throws {
    let file = try Swiftlet.GGUFLanguageModel(contentsOf: #require(DefaultModel.url))
    let capabilities = SwiftletLanguageModel(file).capabilities
    #expect(capabilities.contains(.guidedGeneration) && capabilities.contains(.toolCalling))
    #expect(!capabilities.contains(.vision))
    #expect(capabilities.contains(.reasoning) == file.capabilities.contains(.reasoning))

    let able = ScriptedModel("").able(to: .vision, .reasoning, .guidedGeneration, .toolCalling)
    let translated = SwiftletLanguageModel(able).capabilities
    #expect(
      translated.contains(.reasoning) && translated.contains(.guidedGeneration) && translated.contains(.toolCalling))
    #expect(translated.contains(.vision))
  }
}
