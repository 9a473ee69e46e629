/// A detector of the tool call format, from renderings of a message with one call and a message with two.
///
/// Both texts are split at the known names and arguments, which leaves the markers between them. Comparing the first
/// call with the second distinguishes the markers of a call from those of the section.
struct CallProbe {
  /// The names of the tools in the rendered calls; names and values occur in no template.
  static let names = ["probe_alpha", "probe_beta"]
  static let arguments = [#"{"key_one": "value_one", "key_two": 37}"#, #"{"key_one": "value_two", "key_two": 48}"#]
  static let values = [("value_one", "37"), ("value_two", "48")]

  /// Placeholders for generated identifiers and numbers; private-use code points that no template contains.
  static let identifierPlaceholder: Character = "\u{E100}"
  static let numberPlaceholder: Character = "\u{E101}"
  static let namePlaceholder: Character = "\u{E102}"

  /// The texts at the beginning of a message that are unrelated to tool calls.
  private struct TurnPrefix {
    var texts: [MarkedText]
    /// True if text has a header of its own, so that calls need no tag, and white space belongs to their header.
    var hasTextHeader: Bool
    /// The tags of reasoning.
    var reasoningTags: Set<String>
  }

  /// The parts of one call.
  struct Parts {
    var before: MarkedText
    var afterName: MarkedText
    var arguments: ToolCallFormat.Arguments
    /// The text after the arguments, to the end.
    var rest: String
  }

  /// Detects the format from the ends of four renderings, from the beginning of the assistant message.
  ///
  /// - Parameters:
  ///   - one: A message with the first call.
  ///   - two: A message with both calls; `nil` if the template does not render such a message.
  ///   - text: The text before and after the content of a message without calls.
  ///   - hasTextHeader: True if that begins with a header after the prompt, which tells it from calls.
  ///   - prompt: The generation prompt.
  ///   - ids: The identifiers of the calls.
  ///   - reasoningTags: The tags of reasoning, of which templates may render an empty pair.
  /// - Returns: The format, `nil` if it is not a supported one.
  static func format(
    one: String, two: String?, text: (before: String, after: String), hasTextHeader: Bool, prompt: String,
    ids: [String], reasoningTags: [String]
  ) -> ToolCallFormat? {
    var one = one
    var two = two
    for id in ids {
      one = one.replacing(id, with: String(identifierPlaceholder))
      two = two?.replacing(id, with: String(identifierPlaceholder))
    }
    let prefix = TurnPrefix(
      texts: (hasTextHeader ? [prompt] : [text.before, prompt]).map { MarkedText($0) }, hasTextHeader: hasTextHeader,
      reasoningTags: Set(reasoningTags.map(\.trimmed)))
    guard let two, let first = parts(of: two, call: 0, isLast: false),
      let second = parts(of: first.rest, call: 1, isLast: true)
    else { return oneCallFormat(one, prefix, text.after) }
    return twoCallFormat(first, second, prefix, text.after)
  }

  private static func twoCallFormat(
    _ first: Parts, _ second: Parts, _ prefix: TurnPrefix, _ suffix: String
  ) -> ToolCallFormat? {
    let before = removingPrefix(first.before, prefix)
    let (plain, numbered) = (before.commonSuffix(second.before), numbers(before, second.before))
    let shared = numbered.pieces.count > plain.pieces.count ? numbered : plain
    let beforeName = prefix.hasTextHeader ? shared : shared.trimmedAtStart
    guard let afterName = same(first.afterName, second.afterName) else { return nil }
    let opening = before.dropLast(beforeName.pieces.count).trimmedAtStart
    let between = second.before.dropLast(beforeName.pieces.count)
    let end = MarkedText(second.rest)
    let afterArguments = between.commonPrefix(end).trimmedAtEnd
    let closing = removingSuffix(end.dropFirst(afterArguments.pieces.count), suffix)
    return makeFormat(
      opening: opening, beforeName: beforeName, afterName: afterName, arguments: second.arguments,
      afterArguments: afterArguments, separator: between.dropFirst(afterArguments.pieces.count), closing: closing,
      hasTextHeader: prefix.hasTextHeader)
  }

  private static func oneCallFormat(_ text: String, _ prefix: TurnPrefix, _ suffix: String) -> ToolCallFormat? {
    guard let parts = parts(of: text, call: 0, isLast: true) else { return nil }
    let rest = removingPrefix(parts.before, prefix)
    let before = prefix.hasTextHeader ? rest : rest.trimmedAtStart
    return makeFormat(
      opening: MarkedText(""), beforeName: before, afterName: parts.afterName, arguments: parts.arguments,
      afterArguments: removingSuffix(MarkedText(parts.rest), suffix), separator: nil, closing: MarkedText(""),
      hasTextHeader: prefix.hasTextHeader)
  }

  private static func makeFormat(
    opening: MarkedText, beforeName: MarkedText, afterName: MarkedText, arguments: ToolCallFormat.Arguments,
    afterArguments: MarkedText, separator: MarkedText?, closing: MarkedText, hasTextHeader: Bool
  ) -> ToolCallFormat? {
    let beginning = MarkedText(opening.pieces + beforeName.pieces)
    guard let first = beginning.pieces.first ?? (hasTextHeader ? "" : nil) else { return nil }
    // Only a tag can be distinguished from text anywhere in an answer.
    let isTag = !hasTextHeader && first.unicodeScalars.count > 2 && (first.hasPrefix("<") || first.hasPrefix("["))
    return ToolCallFormat(
      opening: marker(opening), beforeName: marker(beforeName), afterName: marker(afterName), arguments: arguments,
      afterArguments: marker(afterArguments), separator: separator.map(marker), closing: marker(closing),
      placement: isTag ? .anywhere(tag: first) : .start)
  }

  /// Removes the prefix that a message without calls, or the generation prompt, has too.
  private static func removingPrefix(_ before: MarkedText, _ prefix: TurnPrefix) -> MarkedText {
    let length = prefix.texts.map { before.commonPrefix($0).pieces.count }.max() ?? 0
    let rest = before.dropFirst(length)
    if prefix.hasTextHeader { return rest }
    // The template may render an empty reasoning block.
    return MarkedText(rest.pieces.drop { MarkedText.isSpace($0) || prefix.reasoningTags.contains($0) })
  }

  private static func removingSuffix(_ rest: MarkedText, _ suffix: String) -> MarkedText {
    let common = rest.commonSuffix(MarkedText(suffix))
    return rest.dropLast(common.pieces.count).trimmedAtEnd
  }

  /// The common suffix of two markers with the indices of the calls replaced by placeholders.
  private static func numbers(_ first: MarkedText, _ second: MarkedText) -> MarkedText {
    replacing("0", in: first).commonSuffix(replacing("1", in: second))
  }

  /// The common marker of both calls, with a placeholder if they differ only in the index of the call.
  private static func same(_ first: MarkedText, _ second: MarkedText) -> MarkedText? {
    if first == second { return first }
    let numbered = replacing("0", in: first)
    return numbered == replacing("1", in: second) ? numbered : nil
  }

  private static func replacing(_ digit: String, in text: MarkedText) -> MarkedText {
    MarkedText(text.pieces.map { $0 == digit ? String(numberPlaceholder) : $0 })
  }

  private static func marker(_ text: MarkedText) -> CallMarker {
    var parts: [CallMarker.Part] = []
    var run = ""
    for character in text.text {
      switch character {
      case identifierPlaceholder: parts += [.text(run), .identifier]
      case numberPlaceholder: parts += [.text(run), .number]
      case namePlaceholder: parts += [.text(run), .name]
      default:
        run.append(character)
        continue
      }
      run = ""
    }
    return CallMarker(parts + [.text(run)])
  }
}
