import Foundation
import SwiftletChatTemplates
import SwiftletInference
import Synchronization
import Testing

@testable import Swiftlet

extension LanguageModelExecutorGenerationRequest {
  /// A request for the most likely continuation of a prompt.
  static func raw(_ prompt: String, _ maximumTokens: Int? = 12) -> Self {
    var request = conversation([], maximumTokens)
    request.engine.rawPrompt = prompt
    return request
  }

  /// A request for the most likely answer to messages.
  static func conversation(_ messages: [ChatMessage], _ maximumTokens: Int? = 12) -> Self {
    var request = LanguageModelExecutorGenerationRequest(
      id: .init(), transcript: Transcript(entries: []), enabledTools: [],
      generationOptions: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: maximumTokens),
      contextOptions: ContextOptions(), metadata: [:])
    request.engine.messages = messages
    return request
  }
}

/// The events of a request and its acceptance, in order.
final class EventLog: Sendable {
  /// An event, or the acceptance.
  enum Entry: Equatable {
    case accepted(Int)
    case event(GenerationEvent)
  }

  private let state = Mutex<[Entry]>([])
  var entries: [Entry] { state.withLock { $0 } }
  var events: [GenerationEvent] {
    entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Notes the events of a request.
  func attach(to request: inout LanguageModelExecutorGenerationRequest) {
    request.engine.accepted = { count in self.state.withLock { $0.append(.accepted(count)) } }
    request.engine.observe = { event in self.state.withLock { $0.append(.event(event)) } }
  }
}
