/// How a model marks its thoughts.
public struct ReasoningFormat: Sendable, Hashable {
  /// What thoughts begin with.
  public var begin: String
  /// What thoughts end with.
  public var end: String

  /// The tags that most models have.
  public static let thinkTags = ReasoningFormat(begin: "<think>", end: "</think>")
}

/// How a model writes its answers: thoughts, text and calls.
public struct AnswerFormat: Sendable, Hashable {
  /// How thoughts are marked; `nil` if there are none.
  public var reasoning: ReasoningFormat?
  /// How tools are called.
  public var calls: ToolCallFormat?
  /// Whether the answer is made of messages with headers, as those of gpt-oss are ("harmony").
  ///
  /// Thoughts and calls then are messages of their own, and the other properties say nothing.
  public var isHarmony = false

  /// Text alone.
  public static let plain = AnswerFormat()

  /// All fixed texts, for finding the control tokens among them.
  public var texts: [String] {
    if isHarmony { return Harmony.texts }
    return (reasoning.map { [$0.begin, $0.end] } ?? []) + (calls?.texts ?? [])
  }

  /// Those of the texts whose tokens end an answer as a rule, though where calls are expected it may go on after them.
  public var innerEnds: [String] { isHarmony ? [Harmony.call] : [] }
}

/// Where in an answer its first token is, which the end of the prompt decides.
public enum AnswerStart: Sendable, Hashable {
  /// Before everything.
  case beginning
  /// Among thoughts, which the prompt has opened.
  case reasoning
  /// After thoughts, which the prompt has closed.
  case content
}

extension AnswerFormat {
  /// Where an answer to a prompt starts.
  public func start(after prompt: String) -> AnswerStart {
    guard let reasoning else { return .beginning }
    let end = Array(prompt.utf8).trimmedAtEnd
    if end.ends(with: reasoning.begin.utf8.trimmedAtEnd) { return .reasoning }
    if end.ends(with: reasoning.end.utf8.trimmedAtEnd) { return .content }
    return .beginning
  }
}

extension BidirectionalCollection<UInt8> {
  /// Whether the bytes end with others.
  func ends(with suffix: some BidirectionalCollection<UInt8>) -> Bool {
    suffix.count <= count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}
