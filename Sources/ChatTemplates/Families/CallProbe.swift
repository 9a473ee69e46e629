/// Finds out how calls are written, from a turn with one call and a turn with two.
///
/// Both texts are cut at what is known, the names and the arguments. What is left between are the markers, and comparing
/// the first call with the second tells what belongs to a call and what to the section.
struct CallProbe {
  /// The calls that are written, with names and values that occur nowhere else.
  static let names = ["probe_alpha", "probe_beta"]
  static let arguments = [#"{"key_one": "value_one", "key_two": 37}"#, #"{"key_one": "value_two", "key_two": 48}"#]
  static let values = [("value_one", "37"), ("value_two", "48")]

  /// Places for what the model makes up; code points that no template has.
  static let identifierPlace: Character = "\u{E100}"
  static let numberPlace: Character = "\u{E101}"

  /// One call, cut into what surrounds its parts.
  struct Parts {
    var before: MarkedText
    var afterName: MarkedText
    var arguments: ToolCallFormat.Arguments
    /// What follows, to the end of the text.
    var rest: String
  }

  /// The format, given the ends of four renderings from where the model's turn begins.
  ///
  /// - Parameters:
  ///   - one: A turn with the first call.
  ///   - two: A turn with both calls; `nil` if the template does not write such a turn.
  ///   - text: What stands before and after the text of a turn that has only text.
  ///   - prompt: The prompt for a turn.
  ///   - ids: The identifiers of the calls.
  /// - Returns: The format, `nil` if the calls are written in no way that is known.
  static func format(
    one: String, two: String?, text: (before: String, after: String), prompt: String, ids: [String]
  ) -> ToolCallFormat? {
    var one = one
    var two = two
    for id in ids {
      one = one.replacing(id, with: String(identifierPlace))
      two = two?.replacing(id, with: String(identifierPlace))
    }
    let head = [MarkedText(text.before), MarkedText(prompt)]
    guard let two, let first = parts(of: two, call: 0, isLast: false),
      let second = parts(of: first.rest, call: 1, isLast: true)
    else { return single(one, head, text.after) }
    return several(first, second, head, text.after)
  }

  private static func several(
    _ first: Parts, _ second: Parts, _ head: [MarkedText], _ tail: String
  ) -> ToolCallFormat? {
    let before = withoutHead(first.before, head)
    let (plain, numbered) = (before.commonSuffix(second.before), numbers(before, second.before))
    let beforeName = (numbered.pieces.count > plain.pieces.count ? numbered : plain).trimmedAtStart
    guard let afterName = same(first.afterName, second.afterName) else { return nil }
    let opening = before.dropLast(beforeName.pieces.count).trimmedAtStart
    let between = second.before.dropLast(beforeName.pieces.count)
    let end = MarkedText(second.rest)
    let afterArguments = between.commonPrefix(end).trimmedAtEnd
    let closing = withoutTail(end.dropFirst(afterArguments.pieces.count), tail)
    return make(
      opening: opening, beforeName: beforeName, afterName: afterName, arguments: second.arguments,
      afterArguments: afterArguments, separator: between.dropFirst(afterArguments.pieces.count), closing: closing)
  }

  private static func single(_ text: String, _ head: [MarkedText], _ tail: String) -> ToolCallFormat? {
    guard let parts = parts(of: text, call: 0, isLast: true) else { return nil }
    let before = withoutHead(parts.before, head).trimmedAtStart
    return make(
      opening: MarkedText(""), beforeName: before, afterName: parts.afterName, arguments: parts.arguments,
      afterArguments: withoutTail(MarkedText(parts.rest), tail), separator: nil, closing: MarkedText(""))
  }

  private static func make(
    opening: MarkedText, beforeName: MarkedText, afterName: MarkedText, arguments: ToolCallFormat.Arguments,
    afterArguments: MarkedText, separator: MarkedText?, closing: MarkedText
  ) -> ToolCallFormat? {
    let beginning = MarkedText(opening.pieces + beforeName.pieces)
    guard let first = beginning.pieces.first else { return nil }
    // Only a tag can be told from text wherever it stands.
    let isTag = first.unicodeScalars.count > 2 && (first.hasPrefix("<") || first.hasPrefix("["))
    return ToolCallFormat(
      opening: marker(opening), beforeName: marker(beforeName), afterName: marker(afterName), arguments: arguments,
      afterArguments: marker(afterArguments), separator: separator.map(marker), closing: marker(closing),
      place: isTag ? .anywhere(tag: first) : .start)
  }

  /// What a turn has that a turn of text alone, or the prompt for one, has not.
  private static func withoutHead(_ before: MarkedText, _ heads: [MarkedText]) -> MarkedText {
    let length = heads.map { before.commonPrefix($0).pieces.count }.max() ?? 0
    var rest = before.dropFirst(length).trimmedAtStart
    // A block of thoughts, which was put there although there are none.
    while let first = rest.pieces.first, ["<think>", "</think>"].contains(first) {
      rest = rest.dropFirst(1).trimmedAtStart
    }
    return rest
  }

  private static func withoutTail(_ rest: MarkedText, _ tail: String) -> MarkedText {
    let common = rest.commonSuffix(MarkedText(tail))
    return rest.dropLast(common.pieces.count).trimmedAtEnd
  }

  /// What two markers have in common at their ends once the numbers of the calls are made alike.
  private static func numbers(_ first: MarkedText, _ second: MarkedText) -> MarkedText {
    replacing("0", in: first).commonSuffix(replacing("1", in: second))
  }

  /// A marker that stands in both calls, with a place for the number if that is all that differs.
  private static func same(_ first: MarkedText, _ second: MarkedText) -> MarkedText? {
    if first == second { return first }
    let numbered = replacing("0", in: first)
    return numbered == replacing("1", in: second) ? numbered : nil
  }

  private static func replacing(_ digit: String, in text: MarkedText) -> MarkedText {
    MarkedText(text.pieces.map { $0 == digit ? String(numberPlace) : $0 })
  }

  private static func marker(_ text: MarkedText) -> CallMarker {
    var parts: [CallMarker.Part] = []
    var run = ""
    for character in text.text {
      switch character {
      case identifierPlace: parts += [.text(run), .identifier]
      case numberPlace: parts += [.text(run), .number]
      default:
        run.append(character)
        continue
      }
      run = ""
    }
    return CallMarker(parts + [.text(run)])
  }
}
