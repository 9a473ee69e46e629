/// The format of a model's reasoning.
public struct ReasoningFormat: Sendable, Hashable {
  /// The tag before reasoning.
  public var startTag: String
  /// The tag after reasoning.
  public var endTag: String

  /// The tags of most models.
  public static let thinkTags = ReasoningFormat(startTag: "<think>", endTag: "</think>")
}

/// The format of a model's answers: reasoning, text and tool calls.
public struct AnswerFormat: Sendable, Hashable {
  /// The format of reasoning; `nil` if the model does not reason.
  public var reasoning: ReasoningFormat?
  /// The format of tool calls; `nil` if there is none.
  public var calls: ToolCallFormat?
  /// The text before the content of an answer, in models whose answers consist of messages with a recipient; else
  /// empty.
  ///
  /// Functionary 3.2 addresses text to `all⏎` and calls to the name of the tool, without a tag before them. The
  /// separator of calls also separates text from the calls after it.
  public var textHeader = ""
  /// True if answers consist of messages with headers, as those of gpt-oss ("harmony").
  ///
  /// Reasoning and tool calls are then messages of their own, and the other properties are unused.
  public var isHarmony = false

  /// Plain text without reasoning and tool calls.
  public static let plain = AnswerFormat()

  /// All fixed texts, which determine the control tokens of the format.
  public var texts: [String] {
    if isHarmony { return Harmony.texts }
    return (reasoning.map { [$0.startTag, $0.endTag] } ?? []) + (calls?.texts ?? [])
      + (textHeader.isEmpty ? [] : [textHeader])
  }

  /// The texts of end-of-generation tokens after which an answer with tool calls may continue.
  public var nonFinalEnds: [String] {
    if isHarmony { return [Harmony.call] }
    return messageSeparator.flatMap { MarkedText($0).pieces.first }.map { [$0] } ?? []
  }

  /// The text between the messages of an answer, if answers consist of messages with a recipient.
  public var messageSeparator: String? {
    guard !textHeader.isEmpty, let separator = calls?.separator?.prefix.trimmed, !separator.isEmpty else { return nil }
    return separator
  }
}

/// The part of an answer that its first token belongs to, which depends on the end of the prompt.
public enum AnswerStart: Sendable, Hashable {
  /// The beginning of the answer.
  case beginning
  /// The reasoning, whose start tag is in the prompt.
  case reasoning
  /// The content after the reasoning, whose end tag is in the prompt.
  case content
  /// The text of the content, whose beginning is in the prompt.
  case text
}

extension AnswerFormat {
  /// The start of an answer to a prompt.
  public func start(after prompt: String) -> AnswerStart {
    guard let reasoning else { return .beginning }
    let end = Array(prompt.utf8).trimmedAtEnd
    if end.ends(with: reasoning.startTag.utf8.trimmedAtEnd) { return .reasoning }
    if end.ends(with: reasoning.endTag.utf8.trimmedAtEnd) { return .content }
    return .beginning
  }
}

extension BidirectionalCollection<UInt8> {
  /// Returns true if the bytes end with a suffix.
  func ends(with suffix: some BidirectionalCollection<UInt8>) -> Bool {
    suffix.count <= count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}
