import SwiftletChatTemplates
import SwiftletGuides
import SwiftletJSON

/// A filter that drops calls that tools have just answered, and ends an answer that repeats a call.
///
/// Two calls are the same if the names and the values of the arguments are equal. A call to a tool that has already
/// been called is held back until it is complete; all others pass at once.
struct RepeatedCallFilter {
  /// A complete call, with its arguments in canonical form.
  private struct Call: Hashable {
    var name: String
    var arguments: JSONValue
  }

  /// True once the answer has repeated one of its calls, after which nothing passes.
  private(set) var isRepeating = false

  /// The calls of the answer.
  private var calls: Set<Call> = []
  /// The calls that tools have just answered.
  private let answered: Set<Call>
  private var name = ""
  private var arguments = ""
  /// The events of the current call, if they are held back.
  private var held: [AnswerEvent]?
  /// True once a call has been dropped that tools have answered.
  private var hasDropped = false
  /// True once text or a call has passed.
  private var hasPassed = false

  /// True if the answer so far has no more than calls that tools have answered.
  var hasOnlyAnswered: Bool { hasDropped && !hasPassed }

  /// True if the answer may still turn out to have no more than calls that tools have answered.
  var mayHaveOnlyAnswered: Bool { !answered.isEmpty && !hasPassed }

  /// Creates a filter.
  ///
  /// - Parameter answered: The calls that tools have just answered, which do not pass.
  init(answered: [ToolCall] = []) {
    self.answered = Set(answered.map { Call(name: $0.name, arguments: Self.canonical($0.arguments)) })
  }

  /// Filters the next events of an answer.
  mutating func filter(_ events: [AnswerEvent]) -> [AnswerEvent] {
    var passing: [AnswerEvent] = []
    for event in events where !isRepeating {
      switch event {
      case .text, .reasoning: break
      case .callBegan(let name):
        (self.name, arguments) = (name, "")
        if calls.contains(where: { $0.name == name }) || answered.contains(where: { $0.name == name }) { held = [] }
      case .arguments(let text): arguments += text
      case .callEnded:
        let call = Call(name: name, arguments: Self.canonical(arguments))
        let isAnswered = answered.contains(call)
        hasDropped = hasDropped || isAnswered
        isRepeating = !calls.insert(call).inserted
        defer { held = nil }
        if isRepeating || isAnswered { continue }
        passing += held ?? []
      }
      if held == nil || event == .callEnded { passing.append(event) } else { held?.append(event) }
    }
    hasPassed = hasPassed || passing.contains { !$0.isReasoningOrSpace }
    return passing
  }

  private static func canonical(_ arguments: String) -> JSONValue {
    let text = try? Guide.canonicalText(ofDocument: Array(arguments.utf8))
    return text.flatMap { try? JSONValue.read($0, options: .init()) }?.sorted ?? .string(arguments)
  }
}

extension AnswerEvent {
  /// True for reasoning and white space.
  fileprivate var isReasoningOrSpace: Bool {
    switch self {
    case .reasoning: true
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .callBegan, .arguments, .callEnded: false
    }
  }
}

extension JSONValue {
  /// The value with the members of all objects in the order of their names.
  fileprivate var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(members.map { Member(name: $0.name, value: $0.value.sorted) }.sorted { $0.name < $1.name })
    case .null, .bool, .number, .string: self
    }
  }
}
