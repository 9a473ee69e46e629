/// The format of a model's tool calls.
///
/// Calls form a section: `opening`, the calls separated by `separator`, and `closing`. A call is `beforeName`, the name
/// of the tool, `afterName`, the arguments, and `afterArguments`. For example, a call of Qwen 3:
///
///     <tool_call>⏎{"name": "f", "arguments": {"k": 1}}⏎</tool_call>
///     └───── beforeName ────┘│└── afterName ─┘└─────┘└─afterArguments
public struct ToolCallFormat: Sendable, Hashable {
  /// The syntax of arguments.
  public enum Arguments: Sendable, Hashable {
    /// A JSON object.
    case json
    /// A tag for each argument, with unquoted strings.
    case tagged(TaggedArguments)
    /// `key=value` separated by commas, in Python syntax.
    case python
    /// An object with unquoted keys and with strings delimited by `quote`.
    case bareObject(quote: String)
  }

  /// The position of the section in an answer.
  public enum Placement: Sendable, Hashable {
    /// After any text; the section is recognised by its tag.
    case anywhere(tag: String)
    /// At the start of the answer, or after reasoning; the section has no tag that would distinguish it from text.
    case start
  }

  /// The marker before the first call.
  public var opening: CallMarker = ""
  /// The marker before the name of a call.
  public var beforeName: CallMarker
  /// The marker between the name and the arguments of a call.
  public var afterName: CallMarker
  /// The syntax of the arguments.
  public var arguments: Arguments
  /// The marker after the arguments of a call.
  public var afterArguments: CallMarker
  /// The marker between two calls; `nil` if only one call is possible.
  public var separator: CallMarker?
  /// The marker after the last call.
  public var closing: CallMarker = ""
  /// The position of the section in an answer.
  public var placement: Placement
}

/// The format of arguments with a tag for each.
///
///     <parameter=city>⏎Oslo⏎</parameter>
///     └beforeKey┘│  └afterKey └─ afterValue
public struct TaggedArguments: Sendable, Hashable {
  /// The text before a key.
  public var beforeKey: String
  /// The text between a key and a string value.
  public var afterKey: String
  /// The text between a key and any other value.
  public var afterKeyOfOther: String
  /// The text after a value.
  public var afterValue: String
  /// The text between two arguments.
  public var separator: String

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - beforeKey: The text before a key.
  ///   - afterKey: The text between a key and a string value.
  ///   - afterKeyOfOther: The text between a key and any other value.
  ///   - afterValue: The text after a value.
  ///   - separator: The text between two arguments.
  public init(
    beforeKey: String, afterKey: String, afterKeyOfOther: String, afterValue: String, separator: String
  ) {
    self.beforeKey = beforeKey
    self.afterKey = afterKey
    self.afterKeyOfOther = afterKeyOfOther
    self.afterValue = afterValue
    self.separator = separator
  }
}

extension ToolCallFormat {
  /// The generic format, a JSON object, for models whose template does not support tools.
  ///
  ///     {"tool_calls": [{"name": "f", "arguments": {"k": 1}}]}
  public static let genericJSON = ToolCallFormat(
    opening: #"{"tool_calls": ["#, beforeName: #"{"name": ""#, afterName: #"", "arguments": "#, arguments: .json,
    afterArguments: "}", separator: ", ", closing: "]}", placement: .start)

  /// The format of Hermes, a JSON object in a tag, which most models use.
  public static let hermes = ToolCallFormat(
    beforeName: "<tool_call>\n{\"name\": \"", afterName: "\", \"arguments\": ", arguments: .json,
    afterArguments: "}\n</tool_call>", separator: "\n", placement: .anywhere(tag: "<tool_call>"))

  /// The format of LFM 2, a list of calls in Python syntax between two tags.
  public static let pythonList = ToolCallFormat(
    opening: "<|tool_call_start|>[", beforeName: "", afterName: "(", arguments: .python, afterArguments: ")",
    separator: ", ", closing: "]<|tool_call_end|>", placement: .anywhere(tag: "<|tool_call_start|>"))

  /// Truncates the markers after the last arguments at the first of some texts.
  mutating func drop(_ ends: [String]) {
    if separator == nil { afterArguments = afterArguments.text(before: ends) }
    closing = closing.text(before: ends)
  }

  /// All fixed texts, which determine the control tokens of the format.
  public var texts: [String] {
    var texts = [opening, beforeName, afterName, afterArguments, separator ?? "", closing].flatMap(\.texts)
    switch arguments {
    case .json, .python: break
    case .bareObject(let quote): texts.append(quote)
    case .tagged(let tagged):
      texts += [tagged.beforeKey, tagged.afterKey, tagged.afterKeyOfOther, tagged.afterValue, tagged.separator]
    }
    return texts
  }
}
