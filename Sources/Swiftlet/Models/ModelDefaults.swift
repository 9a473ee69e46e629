import SwiftletChatTemplates
import SwiftletInference

/// The settings that the store of a model has for it, below those of users: sampling, and how conversations begin.
///
/// Instructions of a conversation replace the default ones; the examples follow them in any case.
package struct ModelDefaults: Hashable, Sendable {
  /// A message that precedes the first prompt, as an example.
  struct Example: Hashable, Sendable {
    /// True for an answer, false for a prompt.
    var isAnswer: Bool
    /// The text.
    var text: String
  }

  /// The instructions; nil if there are none.
  var instructions: String?
  /// The examples.
  var examples: [Example] = []
  /// The sampling settings, over those of the file.
  var sampling = SamplingOptions()
  /// The maximum number of tokens of an answer; nil for no limit.
  var maximumTokens: Int?

  /// Creates settings that change nothing.
  package init() {}

  private var hasMessages: Bool { instructions != nil || !examples.isEmpty }

  /// Returns a request whose conversation begins with the instructions and examples, and whose answer has a limit.
  func applied(to request: LanguageModelExecutorGenerationRequest) -> LanguageModelExecutorGenerationRequest {
    var request = request
    if request.generationOptions.maximumResponseTokens == nil {
      request.generationOptions.maximumResponseTokens = maximumTokens
    }
    guard hasMessages else { return request }
    if let messages = request.engine.messages {
      request.engine.messages = applied(to: messages)
    } else {
      request.transcript = applied(to: request.transcript)
    }
    return request
  }

  /// Returns a transcript that begins with the instructions and examples.
  func applied(to transcript: Transcript) -> Transcript {
    guard hasMessages else { return transcript }
    var entries = Array(transcript)
    let count = entries.prefix { if case .instructions = $0 { true } else { false } }.count
    let hasText = entries.prefix(count).contains { entry in
      if case .instructions(let instructions) = entry { !instructions.segments.isEmpty } else { false }
    }
    entries.insert(contentsOf: examples.map(\.entry), at: count)
    if let instructions, !hasText {
      // Entries with tools alone stay where they are.
      entries.insert(.instructions(.init(segments: [.text(.init(content: instructions))], toolDefinitions: [])), at: 0)
    }
    return Transcript(entries: entries)
  }

  /// Returns messages that begin with the instructions and examples.
  private func applied(to messages: [ChatMessage]) -> [ChatMessage] {
    var messages = messages
    let count = messages.prefix { $0.role == .system }.count
    messages.insert(
      contentsOf: examples.map { ChatMessage(role: $0.isAnswer ? .assistant : .user, content: $0.text) }, at: count)
    if let instructions, count == 0 { messages.insert(ChatMessage(role: .system, content: instructions), at: 0) }
    return messages
  }
}

extension ModelDefaults.Example {
  /// The example as a transcript entry.
  fileprivate var entry: Transcript.Entry {
    let segments = [Transcript.Segment.text(.init(content: text))]
    return isAnswer ? .response(.init(assetIDs: [], segments: segments)) : .prompt(.init(segments: segments))
  }
}
