extension CallProbe {
  /// The number of braces after a name at which the arguments may begin, since each takes a search of the text.
  private static let maximumNesting = 32

  /// Extracts the parts of the first call in a text.
  static func parts(of text: String, call: Int, isLast: Bool) -> Parts? {
    guard let name = text.range(of: names[call]) else { return nil }
    let before = MarkedText(String(text[..<name.lowerBound]))
    let rest = text[name.upperBound...]
    if let object = json(in: rest, call: call) {
      let between = afterName(String(rest[..<object.lowerBound]), call: call)
      return Parts(before: before, afterName: between, arguments: .json, rest: String(rest[object.upperBound...]))
    }
    if let (range, quote) = bareObject(in: rest, call: call) {
      return Parts(
        before: before, afterName: MarkedText(""), arguments: .bareObject(quote: quote),
        rest: String(rest[range.upperBound...]))
    }
    if let end = pythonEnd(in: rest, call: call) {
      return Parts(
        before: before, afterName: MarkedText("("), arguments: .python, rest: String(rest[end...]))
    }
    return tagged(in: rest, before: before, call: call)
  }

  /// The text after the name, in which some templates repeat it.
  private static func afterName(_ text: String, call: Int) -> MarkedText {
    MarkedText(text.replacing(names[call], with: String(namePlaceholder)))
  }

  /// The end of arguments in Python syntax, before the parenthesis; templates differ in quotation marks.
  private static func pythonEnd(in text: Substring, call: Int) -> Substring.Index? {
    guard text.hasPrefix("(key_one="), let last = text.range(of: values[call].1) else { return nil }
    return text[last.upperBound...].firstIndex(of: ")")
  }

  /// The JSON object with a call's arguments.
  private static func json(in text: Substring, call: Int) -> Range<Substring.Index>? {
    let expected = arguments[call].filter { !$0.isWhitespace }
    var start = text.startIndex
    // The object is the first text in braces, or nested in it, but not deeply.
    for _ in 0..<maximumNesting {
      guard let open = text[start...].firstIndex(of: "{") else { return nil }
      var scanner = BracketScanner.json
      for index in text[open...].utf8.indices {
        guard let result = try? scanner.scan(text.utf8[index]) else { return nil }
        if case .inside = result { continue }
        guard case .ended = result else { break }
        let end = text.utf8.index(after: index)
        if text[open..<end].filter({ !$0.isWhitespace }) == expected { return open..<end }
        break
      }
      start = text.index(after: open)
      // The search must not extend into the other call.
      if text[..<start].contains(names[1 - call]) { return nil }
    }
    return nil
  }

  /// An object with unquoted keys, and the delimiter of its strings.
  private static func bareObject(in text: Substring, call: Int) -> (Range<Substring.Index>, quote: String)? {
    let prefix = "{key_one:"
    guard text.hasPrefix(prefix) else { return nil }
    let content = text.dropFirst(prefix.count)
    guard let value = content.range(of: values[call].0) else { return nil }
    let quote = content[..<value.lowerBound]
    let rest = content[value.upperBound...]
    let end = quote + ",key_two:" + values[call].1 + "}"
    guard !quote.isEmpty, quote.count < 24, rest.hasPrefix(end) else { return nil }
    return (text.startIndex..<rest.index(rest.startIndex, offsetBy: end.count), String(quote))
  }

  /// Arguments with a tag for each.
  private static func tagged(in text: Substring, before: MarkedText, call: Int) -> Parts? {
    guard let (firstKey, firstValue) = pair(in: text, "key_one", values[call].0),
      let (secondKey, secondValue) = pair(in: text[firstValue.upperBound...], "key_two", values[call].1)
    else { return nil }
    let beforeFirst = MarkedText(String(text[..<firstKey.lowerBound]))
    let between = MarkedText(String(text[firstValue.upperBound..<secondKey.lowerBound]))
    let after = MarkedText(String(text[secondValue.upperBound...]))
    let beforeKey = beforeFirst.commonSuffix(between).trimmedAtStart
    let link = between.dropLast(beforeKey.pieces.count)
    let afterValue = link.commonPrefix(after).trimmedAtEnd
    let afterKeys = [(firstKey, firstValue), (secondKey, secondValue)].map { key, value in
      String(text[key.upperBound..<value.lowerBound])
    }
    guard !beforeKey.isEmpty, !afterValue.isEmpty, !afterKeys[0].isEmpty, !afterKeys[1].isEmpty else { return nil }
    let format = TaggedArguments(
      beforeKey: beforeKey.text, afterKey: afterKeys[0], afterKeyOfOther: afterKeys[1], afterValue: afterValue.text,
      separator: link.dropFirst(afterValue.pieces.count).text)
    return Parts(
      before: before, afterName: afterName(beforeFirst.dropLast(beforeKey.pieces.count).text, call: call),
      arguments: .tagged(format),
      rest: after.dropFirst(afterValue.pieces.count).text)
  }

  private static func pair(
    in text: Substring, _ key: String, _ value: String
  ) -> (key: Range<Substring.Index>, value: Range<Substring.Index>)? {
    guard let key = text.range(of: key), let value = text[key.upperBound...].range(of: value) else { return nil }
    return (key, value)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The range of the first occurrence of a text.
  func range(of text: String) -> Range<Index>? { self[...].firstRange(of: text) }
}
