import SwiftletChatTemplates
import SwiftletGuides

/// A guide for an answer with reasoning, text and tool calls in the model's own format.
///
/// Text is unconstrained except that it must not contain markers of tool calls; a tool call has the name of a tool and
/// arguments that match the tool's schema.
struct AnswerGuide {
  let format: AnswerFormat
  let start: AnswerStart
  let tools: [Transcript.ToolDefinition]
  let choice: GenerationOptions.ToolCallingMode.Kind
  /// The guide of an answer without tool calls; `nil` for free text.
  let content: GuideSource?
  /// True if an answer may have several calls, if the format allows them.
  var allowsParallelCalls = true
  /// The tools that have answered, if free text has to use their answers: it begins with a letter or a number and does
  /// not contain calls of them in plain JSON, which models write instead of calls in their format.
  var answeredTools: [String] = []

  /// Returns the guide source of the whole answer.
  ///
  /// - Throws: ``GuideError`` if the schema of a tool's parameters does not allow objects.
  func source() throws(GuideError) -> GuideSource {
    if format.isHarmony { return try harmony }
    let body = try body
    guard let reasoning = format.reasoning else { return body }
    let reasoned = GuideSource.sequence([
      .text(without: [reasoning.endTag.trimmed] + callTags), .literal(reasoning.endTag.trimmed),
      .choice(["", "\n", "\n\n"]), body,
    ])
    switch start {
    case .content, .text: return body
    case .reasoning: return reasoned
    case .beginning: return .anyOf([body, .sequence([.literal(reasoning.startTag), reasoned])])
    }
  }

  /// The tools that may be called.
  private var callable: [Transcript.ToolDefinition] { choice == .disallowed ? [] : tools }

  private var callTags: [String] {
    if let separator = format.messageSeparator { return [separator] }
    return if case .anywhere(let tag)? = format.calls?.placement { [tag] } else { [] }
  }

  /// The part after the reasoning.
  private var body: GuideSource {
    get throws(GuideError) {
      guard let calls = format.calls, !callable.isEmpty else { return text }
      let section = try section(calls)
      guard choice == .allowed else { return section }
      // Calls are no longer possible where they begin an answer.
      if start == .text, calls.placement == .start { return text }
      if content == nil, let separator = format.messageSeparator {
        let following = GuideSource.sequence([.literal(separator), section])
        return .anyOf([section, .sequence([text, .anyOf([.literal(""), following])])])
      }
      if content != nil || calls.placement == .start { return .anyOf([text, section]) }
      return .sequence([text, .anyOf([.literal(""), section])])
    }
  }

  /// An answer without tool calls.
  private var text: GuideSource {
    if start == .text { return .text(without: callTags) }
    if !format.textHeader.isEmpty {
      return .sequence([.literal(format.textHeader), content ?? .text(without: callTags)])
    }
    if let content { return content }
    if !answeredTools.isEmpty {
      let names = answeredTools.flatMap { [#""name": "\#($0)""#, #""name":"\#($0)""#] }
      return .sequence([.pattern(#"[\p{L}\p{N}]"#), .text(without: callTags + names)])
    }
    guard let calls = format.calls, calls.placement == .start, !callable.isEmpty else {
      return .text(without: callTags)
    }
    return .pattern(Self.pattern(avoiding: (calls.opening + calls.beforeName).prefix))
  }

  /// A pattern for texts that do not begin with another text, ignoring white space.
  private static func pattern(avoiding text: String) -> String {
    let letters = text.unicodeScalars.filter { !$0.properties.isWhitespace }.prefix(24)
    return letters.reversed().reduce("") { rest, letter in
      let escaped = "\\u{\(String(letter.value, radix: 16))}"
      return #"\s*(?:[^\s\#(escaped)][\s\S]*\#(rest.isEmpty ? "" : "|" + escaped + rest))?"#
    }
  }
}

// MARK: - Tool calls

extension AnswerGuide {
  /// A section of tool calls.
  private func section(_ format: ToolCallFormat) throws(GuideError) -> GuideSource {
    let oneCall = GuideSource.anyOf(try callable.map { tool throws(GuideError) in try call(tool, format) })
    var parts = format.opening.sources + [oneCall]
    if allowsParallelCalls, let separator = format.separator {
      parts.append(.repeated(.sequence(separator.sources + [oneCall])))
    }
    // Many models write a line break after their calls before they end. A limit keeps them from writing nothing else.
    return .sequence(parts + format.closing.sources + [.pattern("[ \\n]{0,4}")])
  }

  private func call(_ tool: Transcript.ToolDefinition, _ format: ToolCallFormat) throws(GuideError) -> GuideSource {
    let name = CallMarker([.text(tool.name)])
    let arguments = try GuideSource.arguments(of: tool, format.arguments)
    return .sequence(
      (format.beforeName + name + format.afterName.naming(tool.name)).sources + [arguments]
        + format.afterArguments.naming(tool.name).sources)
  }

  /// The messages of gpt-oss (Harmony), after the start of the first one's header.
  private var harmony: GuideSource {
    get throws(GuideError) {
      let tags = [Harmony.start, Harmony.channel, Harmony.message, Harmony.end, Harmony.call, Harmony.final]
      let analysis = GuideSource.sequence([
        .literal(Harmony.reasoningPrefix), .text(without: tags), .literal(Harmony.end + Harmony.answer),
      ])
      let answer = GuideSource.sequence([
        .literal(Harmony.channel + "final" + Harmony.message), content ?? .text(without: tags),
      ])
      guard !callable.isEmpty else { return .sequence([.anyOf([.literal(""), analysis]), answer]) }
      let call = GuideSource.anyOf(
        try callable.map { tool throws(GuideError) in
          let recipient = "\(Harmony.channel)commentary \(Harmony.recipient)\(tool.name)"
          return .sequence([
            .literal("\(recipient) \(Harmony.constrain)json\(Harmony.message)"), try .arguments(of: tool, .json),
            .literal(Harmony.call),
          ])
        })
      let others: [GuideSource] = allowsParallelCalls ? [.repeated(.sequence([.literal(Harmony.answer), call]))] : []
      let calls = GuideSource.sequence([call] + others + [.choice(["", Harmony.result])])
      return .sequence([.anyOf([.literal(""), analysis]), .anyOf(choice == .allowed ? [answer, calls] : [calls])])
    }
  }
}

extension String {
  /// The string without white space at its ends.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension GuideSource {
  /// A literal text.
  static func literal(_ text: String) -> GuideSource { .choice([text]) }
}

extension CallMarker {
  /// The marker as guide sources.
  fileprivate var sources: [GuideSource] {
    parts.map { part in
      switch part {
      case .text(let text): .literal(text)
      case .identifier: .pattern("[A-Za-z0-9]{9}")
      case .number: .pattern("[0-9]{1,3}")
      // The name is a text in the marker of a call.
      case .name: .pattern(#"[^\s<>"]+"#)
      }
    }
  }
}
