package import SwiftletJSON

/// The events of a streamed answer in the form of Anthropic's API.
///
/// Each event is named by its member `type`. A block is closed before the next one opens.
package struct MessageStream {
  private enum Block: Equatable {
    case thinking, text
    case call(Int)
  }

  private let id: String
  private let model: String
  private var usage = AnswerUsage()
  private var hasBegun = false
  private var open: Block?
  /// The number of the open block, or of the next one.
  private var index = 0

  /// Creates the stream of an answer.
  package init(id: String, model: String) { (self.id, self.model) = (id, model) }

  /// Returns the events for an event of the answer.
  package mutating func events(for event: AnswerEvent) -> [JSONValue] {
    switch event {
    case .accepted(let count):
      usage.promptTokens = count
      return []
    case .prefilled(let total, let cached):
      // Only now is it known how much of the prompt came from the cache.
      (usage.promptTokens, usage.cachedTokens) = (total, cached)
      return begin()
    case .progress, .timings, .tokens, .logProbabilities: return []
    case .reasoning(let text):
      return opening(.thinking, .thinkingBlock("")) + [delta("thinking_delta", "thinking", text)]
    case .text(let text): return opening(.text, .textBlock("")) + [delta("text_delta", "text", text)]
    case .toolCallBegan(let number, let id, let name): return opening(.call(number), .toolUseBlock(id, name))
    case .toolCallArguments(let number, let text):
      return open == .call(number) ? [delta("input_json_delta", "partial_json", text)] : []
    case .finished(let end):
      let delta = JSONValue.members([
        ("stop_reason", .string(end.reason.messageName)), ("stop_sequence", end.reason.messageStopSequence),
      ])
      let last = JSONValue.members([("type", "message_delta"), ("delta", delta), ("usage", end.usage.message)])
      return begin() + close() + [last, .members([("type", "message_stop")])]
    }
  }

  private mutating func begin() -> [JSONValue] {
    guard !hasBegun else { return [] }
    hasBegun = true
    var usage = usage
    // As in Anthropic's own streams, whose first number is never zero.
    usage.generatedTokens = 1
    let message = JSONValue.message(id: id, model: model, content: [], reason: nil, usage: usage)
    return [.members([("type", "message_start"), ("message", message)]), .members([("type", "ping")])]
  }

  private mutating func opening(_ block: Block, _ content: JSONValue) -> [JSONValue] {
    guard open != block else { return [] }
    let events = begin() + close()
    open = block
    return events + [
      .members([("type", "content_block_start"), ("index", .count(index)), ("content_block", content)])
    ]
  }

  private mutating func close() -> [JSONValue] {
    guard let block = open else { return [] }
    let signature = block == .thinking ? [delta("signature_delta", "signature", "")] : []
    let stop = JSONValue.members([("type", "content_block_stop"), ("index", .count(index))])
    open = nil
    index += 1
    return signature + [stop]
  }

  private func delta(_ type: String, _ name: String, _ text: String) -> JSONValue {
    .members([
      ("type", "content_block_delta"), ("index", .count(index)),
      ("delta", .members([("type", .string(type)), (name, .string(text))])),
    ])
  }
}
