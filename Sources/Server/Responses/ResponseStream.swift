import SwiftletInference
package import SwiftletJSON

/// The events of an answer in the form of OpenAI's Responses API; whole responses are those at their end.
///
/// Each event is named by its member `type`, and has its number and the places of what it is about.
package struct ResponseStream {
  /// The response so far; its last state is that at the end.
  package private(set) var response: JSONValue
  /// The items of the answer that are complete.
  package private(set) var output: [JSONValue] = []
  /// True once the answer has ended.
  package private(set) var isFinished = false

  private let object: ResponseObject
  private let reasoning: ResponseReasoning
  private let now: @Sendable () -> Int
  private var open: ResponseItem?
  private var entries: [TokenLogProbability] = []
  private var hasBegun = false
  private var sequence = 0

  /// Creates the stream of an answer.
  ///
  /// - Parameters:
  ///   - object: The response without its answer.
  ///   - reasoning: The form of reasoning.
  ///   - now: The time of the day in seconds since 1970.
  package init(
    _ object: ResponseObject, reasoning: ResponseReasoning = ResponseReasoning(),
    now: @escaping @Sendable () -> Int = { UnixTime.now }
  ) {
    (self.object, self.reasoning, self.now) = (object, reasoning, now)
    response = object.json(.running)
  }

  /// Returns the events for an event of the answer.
  package mutating func events(for event: AnswerEvent) -> [JSONValue] {
    switch event {
    case .accepted: return begin()
    case .progress, .prefilled, .timings, .tokens: return []
    case .logProbabilities(let entries):
      self.entries += entries
      return []
    case .reasoning(let text): return opening(.reasoning) + append(text)
    case .text(let text): return opening(.message) + append(text)
    case .toolCallBegan(_, let id, let name): return opening(.call(id: id, name: name))
    case .toolCallArguments(_, let text): return append(text)
    case .finished(let end): return finish(end)
    }
  }

  /// Returns the event of an answer that failed.
  package mutating func events(for failure: RequestFailure) -> [JSONValue] {
    guard hasBegun else {
      return [
        event(
          "error",
          [
            ("code", failure.code.map { .string($0) } ?? .null), ("message", .string(failure.message)),
            ("param", failure.parameter.map { .string($0) } ?? .null),
          ])
      ]
    }
    let code: JSONValue =
      switch failure.kind {
      case .rateLimit: "rate_limit_exceeded"
      case .invalidRequest: "invalid_prompt"
      default: "server_error"
      }
    let error = JSONValue.members([("code", code), ("message", .string(failure.message))])
    response = object.json(.failed, output: output, error: error)
    return [event("response.failed", [("response", response)])]
  }

  private mutating func begin() -> [JSONValue] {
    guard !hasBegun else { return [] }
    hasBegun = true
    return ["response.created", "response.in_progress"].map { event($0, [("response", response)]) }
  }

  private mutating func finish(_ end: AnswerEnd) -> [JSONValue] {
    var events = begin()
    let isCut = end.reason == .length
    // Clients expect a message, even if the model had nothing to say.
    if output.isEmpty, open == nil, !isCut { events += opening(.message) }
    events += close(isCut ? "incomplete" : "completed")
    response = object.json(
      isCut ? .incomplete : .completed, output: output, usage: end.usage, completed: isCut ? nil : now())
    isFinished = true
    return events + [event(isCut ? "response.incomplete" : "response.completed", [("response", response)])]
  }
}

extension ResponseStream {
  private mutating func event(_ type: String, _ members: [(String, JSONValue?)]) -> JSONValue {
    let first: [(String, JSONValue?)] = [("type", .string(type)), ("sequence_number", .count(sequence))]
    sequence += 1
    return .members(first + members)
  }

  /// The place of the open item, and of its only part.
  private func place(_ item: ResponseItem, part: Bool) -> [(String, JSONValue?)] {
    let isSummary = item.kind == .reasoning && reasoning.isSummary
    let index: [(String, JSONValue?)] = [(isSummary ? "summary_index" : "content_index", .count(0))]
    return [("item_id", .string(item.id)), ("output_index", .count(output.count))] + (part ? index : [])
  }

  /// The names of the events of an item's part and of its text.
  private func names(_ item: ResponseItem) -> (part: String?, text: String) {
    switch item.kind {
    case .message: ("content_part", "output_text")
    case .reasoning:
      reasoning.isSummary ? ("reasoning_summary_part", "reasoning_summary_text") : ("content_part", "reasoning_text")
    case .call: (nil, "function_call_arguments")
    }
  }

  private mutating func opening(_ kind: ResponseItem.Kind) -> [JSONValue] {
    guard open?.kind != kind else { return [] }
    var events = begin() + close("completed")
    let item = ResponseItem(kind, id: "\(kind.prefix)_\(object.token)\(output.count)", reasoning)
    open = item
    events.append(
      event(
        "response.output_item.added",
        [("output_index", .count(output.count)), ("item", item.json("in_progress", hasContent: false))]))
    if let part = names(item).part {
      events.append(event("response.\(part).added", place(item, part: true) + [("part", item.part)]))
    }
    return events
  }

  private mutating func append(_ text: String) -> [JSONValue] {
    guard var item = open else { return [] }
    item.text += text
    let hasPart = names(item).part != nil
    var members = place(item, part: hasPart) + [("delta", .string(text))]
    if item.kind == .message {
      item.entries += entries
      members.append(("logprobs", .array(entries.map { $0.json })))
    }
    entries = []
    open = item
    return [event("response.\(names(item).text).delta", members)]
  }

  private mutating func close(_ status: String) -> [JSONValue] {
    guard let item = open else { return [] }
    let names = names(item)
    var events: [JSONValue] = []
    let text: [(String, JSONValue?)] =
      switch item.kind {
      case .message: [("text", .string(item.text)), ("logprobs", .array(item.entries.map { $0.json }))]
      case .reasoning: [("text", .string(item.text))]
      case .call(_, let name): [("name", .string(name)), ("arguments", .string(item.text))]
      }
    events.append(event("response.\(names.text).done", place(item, part: names.part != nil) + text))
    if let part = names.part {
      events.append(event("response.\(part).done", place(item, part: true) + [("part", item.part)]))
    }
    let whole = item.json(status)
    events.append(event("response.output_item.done", [("output_index", .count(output.count)), ("item", whole)]))
    output.append(whole)
    open = nil
    return events
  }
}
