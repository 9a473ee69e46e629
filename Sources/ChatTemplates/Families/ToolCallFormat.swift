/// How a model writes calls of tools.
///
/// Calls stand in a section: `opening`, then calls divided by `separator`, then `closing`. A call is `beforeName`, the
/// tool's name, `afterName`, the arguments, and `afterArguments`. A call of Qwen 3, say, is
///
///     <tool_call>⏎{"name": "f", "arguments": {"k": 1}}⏎</tool_call>
///     └───── beforeName ────┘│└── afterName ─┘└─────┘└─afterArguments
public struct ToolCallFormat: Sendable, Hashable {
  /// How arguments are written.
  public enum Arguments: Sendable, Hashable {
    /// A JSON object.
    case json
    /// A tag for each argument, strings without quotes.
    case tagged(TaggedArguments)
    /// `key=value`, divided by commas, in Python's syntax.
    case python
    /// An object whose keys have no quotes, and whose strings stand between two of a text.
    case bareObject(quote: String)
  }

  /// What a call may follow.
  public enum Place: Sendable, Hashable {
    /// Any text; the section is known by the tag that it begins with.
    case anywhere(tag: String)
    /// Nothing but thoughts: the section has no tag, so it is told from text by the beginning.
    case start
  }

  /// What stands before the first call.
  public var opening: CallMarker = ""
  /// What stands before a call's name.
  public var beforeName: CallMarker
  /// What stands between a call's name and its arguments.
  public var afterName: CallMarker
  /// How arguments are written.
  public var arguments: Arguments
  /// What stands after a call's arguments.
  public var afterArguments: CallMarker
  /// What stands between two calls; `nil` if there can only be one.
  public var separator: CallMarker?
  /// What stands after the last call.
  public var closing: CallMarker = ""
  /// What a call may follow.
  public var place: Place
}

/// How arguments are written that have a tag each.
///
///     <parameter=city>⏎Oslo⏎</parameter>
///     └beforeKey┘│  └afterKey └─ afterValue
public struct TaggedArguments: Sendable, Hashable {
  /// What stands before a key.
  public var beforeKey: String
  /// What stands between a key and its value, if that is a string.
  public var afterKey: String
  /// What stands between a key and its value, if that is not a string.
  public var afterKeyOfOther: String
  /// What stands after a value.
  public var afterValue: String
  /// What stands between two arguments.
  public var separator: String

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - beforeKey: What stands before a key.
  ///   - afterKey: What stands between a key and its value, if that is a string.
  ///   - afterKeyOfOther: What stands between a key and its value, if that is not a string.
  ///   - afterValue: What stands after a value.
  ///   - separator: What stands between two arguments.
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
  /// A JSON object alone, for models whose template knows nothing of tools.
  ///
  ///     {"tool_calls": [{"name": "f", "arguments": {"k": 1}}]}
  public static let prompted = ToolCallFormat(
    opening: #"{"tool_calls": ["#, beforeName: #"{"name": ""#, afterName: #"", "arguments": "#, arguments: .json,
    afterArguments: "}", separator: ", ", closing: "]}", place: .start)

  /// An object in a tag, which began with Hermes and is what most models have.
  public static let hermes = ToolCallFormat(
    beforeName: "<tool_call>\n{\"name\": \"", afterName: "\", \"arguments\": ", arguments: .json,
    afterArguments: "}\n</tool_call>", separator: "\n", place: .anywhere(tag: "<tool_call>"))

  /// A list of calls in Python's syntax between two tags, as LFM 2 has it.
  public static let pythonList = ToolCallFormat(
    opening: "<|tool_call_start|>[", beforeName: "", afterName: "(", arguments: .python, afterArguments: ")",
    separator: ", ", closing: "]<|tool_call_end|>", place: .anywhere(tag: "<|tool_call_start|>"))

  /// Drops everything from the first of some texts on, after the last call's arguments.
  mutating func drop(_ ends: [String]) {
    if separator == nil { afterArguments = afterArguments.text(before: ends) }
    closing = closing.text(before: ends)
  }

  /// All fixed texts, for finding the control tokens among them.
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
