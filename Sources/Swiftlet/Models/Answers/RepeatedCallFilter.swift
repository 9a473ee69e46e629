import SwiftletChatTemplates
import SwiftletGuides
import SwiftletJSON

/// A filter that ends an answer at a tool call that repeats an earlier one of the answer or of its turn.
///
/// Two calls are the same if the names and the values of the arguments are equal. A call to a tool that has already
/// been called is held back until it is complete; all others pass at once.
struct RepeatedCallFilter {
  /// A complete call, with its arguments in canonical form.
  private struct Call: Hashable {
    var name: String
    var arguments: JSONValue
  }

  /// True once a call has been repeated, after which nothing passes.
  private(set) var isRepeating = false

  private var calls: Set<Call>
  /// The calls of the turn that tools have answered already.
  private let answered: Set<Call>
  private var name = ""
  private var arguments = ""
  /// The events of the current call, if they are held back.
  private var held: [AnswerEvent]?

  /// True if the call that has been repeated was answered before, and nothing but reasoning has passed.
  var hasOnlyRepeated: Bool { isRepeating && !hasPassed }

  /// True once text or a call has passed.
  private var hasPassed = false

  /// Creates a filter.
  ///
  /// - Parameter answered: The calls of the turn that tools have answered already.
  init(answered: [ToolCall] = []) {
    calls = Set(answered.map { Call(name: $0.name, arguments: Self.canonical($0.arguments)) })
    self.answered = calls
  }

  /// Returns true if tools have answered a call before.
  func isAnswered(_ call: BareCallReader.Call) -> Bool {
    !answered.isEmpty && answered.contains(Call(name: call.name, arguments: Self.canonical(call.arguments)))
  }

  /// Filters the next events of an answer.
  mutating func filter(_ events: [AnswerEvent]) -> [AnswerEvent] {
    var passing: [AnswerEvent] = []
    for event in events where !isRepeating {
      switch event {
      case .text, .reasoning: break
      case .callBegan(let name):
        (self.name, arguments) = (name, "")
        if calls.contains(where: { $0.name == name }) { held = [] }
      case .arguments(let text): arguments += text
      case .callEnded:
        isRepeating = !calls.insert(Call(name: name, arguments: Self.canonical(arguments))).inserted
        if !isRepeating, let held { passing += held }
        held = nil
        if isRepeating { continue }
      }
      if held == nil { passing.append(event) } else { held?.append(event) }
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
