import SwiftletInference
import SwiftletTokenizers

/// An answer while an engine makes it: turns the engine's events into those of a channel.
struct Answer {
  /// All tokens so far.
  private(set) var tokens: [TokenID] = []

  /// All text so far.
  private(set) var text = ""

  private var detokenizer: Detokenizer
  private var input = LanguageModelExecutorGenerationChannel.Usage.Input(totalTokenCount: 0, cachedTokenCount: 0)

  /// The tokens since the last text: a character may take several.
  private var pendingTokens = 0

  init(detokenizer: Detokenizer) {
    self.detokenizer = detokenizer
  }

  /// What to send on for an event of the engine.
  mutating func events(for event: GenerationEvent) throws -> [LanguageModelExecutorGenerationChannel.Event] {
    switch event {
    case .promptRead(let count, let cached):
      input = .init(totalTokenCount: count, cachedTokenCount: cached)
      return [usage]
    case .token(let token):
      tokens.append(token)
      pendingTokens += 1
      return addition(try detokenizer.append(token))
    case .statistics, .finished:
      return []
    }
  }

  /// What to send when the engine has finished.
  mutating func lastEvents() -> [LanguageModelExecutorGenerationChannel.Event] {
    addition(detokenizer.finish()) + [usage]
  }

  private mutating func addition(_ new: String) -> [LanguageModelExecutorGenerationChannel.Event] {
    guard !new.isEmpty else { return [] }
    text += new
    defer { pendingTokens = 0 }
    return [.response(action: .appendText(new, tokenCount: pendingTokens))]
  }

  private var usage: LanguageModelExecutorGenerationChannel.Event {
    .response(
      action: .updateUsage(input: input, output: .init(totalTokenCount: tokens.count, reasoningTokenCount: 0)))
  }
}
