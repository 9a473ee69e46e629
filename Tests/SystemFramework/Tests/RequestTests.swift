import Foundation
import Swiftlet
import SwiftletConversations
import SwiftletFoundationModels
import SystemConversations
import Testing

/// The requests that the system's sessions make of models: the same as those of Swiftlet's own.
struct RequestTests {
  /// A model that can do everything and says little.
  private static func model() -> ScriptedModel {
    ScriptedModel { request, channel in
      let text = request.schema == nil ? "Well." : "{}"
      await channel.send(.response(action: .appendText(text, tokenCount: 1)))
    }.able(to: .guidedGeneration, .reasoning, .toolCalling)
  }

  @Test(
    "Requests are the same in every conversation", arguments: Conversation.allCases.filter { $0 != .requiredToolCall })
  func requests(_ conversation: Conversation) async throws {
    let counterpart = try #require(conversation.counterpart)
    let (own, systems) = (Self.model(), Self.model())
    // Empty objects do not match the schema; this test examines the request only.
    _ = try? await conversation.report(with: own)
    _ = try? await counterpart.report(with: SwiftletLanguageModel(systems))
    #expect(!own.log.requests.isEmpty || conversation == .unsupportedGuide)
    for (asked, expected) in zip(systems.log.requests, own.log.requests) {
      #expect(try words(asked) == words(expected))
    }
    #expect(systems.log.requests.count == own.log.requests.count)
    #expect(try systems.log.prewarmed.map(json) == own.log.prewarmed.map(json))
    #expect(systems.log.prewarmed.count == (conversation == .prewarmed ? 1 : 0))
  }

  /// A request in words, without identifiers.
  private func words(_ request: ScriptedModel.Request) throws -> [String] {
    [
      try json(request.transcript), try request.schema.map(json) ?? "–", "\(request.generationOptions)",
      "\(request.contextOptions)", "\(request.metadata.mapValues(\.jsonString))",
    ] + (try request.enabledToolDefinitions.map { "\($0.name) \($0.description) \(try json($0.parameters))" })
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
      .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "ID")
  }
}
