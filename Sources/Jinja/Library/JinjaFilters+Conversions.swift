/// The filters that convert values.
extension JinjaFilters {
  static let length: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("length")
    switch value {
    case .undefined: return .integer(0)
    case .text(let text): return .integer(try run.budget.length(of: text))
    // Generators have no length in Python, but do in other engines.
    case .sequence(let sequence): return .integer(sequence.elements.count)
    case .dictionary(let dict): return .integer(dict.count)
    case .loop(let loop): return .integer(loop.count)
    default: throw .value("length", found: value.kind, expected: "a list, a dictionary or a string")
    }
  }

  static let list: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("list")
    return .sequence(try JinjaSequence(try run.elements(of: value), .list, run.budget))
  }

  static let items: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("items")
    switch value {
    case .undefined: return .sequence(try JinjaSequence([], .generator, run.budget))
    case .dictionary(let dict):
      return .sequence(try JinjaSequence(try run.pairs(of: dict), .generator, run.budget))
    default: throw .value("items", found: value.kind, expected: "a dictionary")
    }
  }

  static let join: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("join", ["d", "attribute"])
    let separator = try bound[0].map { (value) throws(JinjaFault) in try run.text(of: value) } ?? .empty
    let path = try JinjaAttributePath(bound[1], run.budget)
    var texts: [JinjaText] = []
    for element in try run.elements(of: value) {
      try run.budget.spend()
      if !texts.isEmpty, !separator.isEmpty { texts.append(separator) }
      texts.append(try run.text(of: try path.value(in: element, run)))
    }
    return .text(try run.join(texts))
  }

  /// The variant of `transformers`: no HTML escapes, and four parameters.
  static let toJSON: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("tojson", ["ensure_ascii", "indent", "separators", "sort_keys"])
    var options = JinjaJSONPrinter.Options(itemSeparator: ", ")
    options.escapesNonASCII = bound[0]?.isTrue ?? false
    options.sortsKeys = bound[3]?.isTrue ?? false
    switch bound[1].given {
    case nil: break
    case .text(let indent): options.indent = indent.string
    case .some(let width):
      options.indent = try run.budget.repeating(" ", try width.integer(for: "tojson"))
    }
    if options.indent != nil { options.itemSeparator = "," }
    if let separators = bound[2].given {
      let texts = try run.elements(of: separators)
      guard texts.count == 2 else {
        throw .value("tojson", found: "\(texts.count) separators", expected: "2")
      }
      options.itemSeparator = try texts[0].text(for: "tojson").string
      options.keySeparator = try texts[1].text(for: "tojson").string
    }
    return .text(try JinjaJSONPrinter.text(of: value, options, run))
  }

  static let fromJSON: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("from_json")
    return try JinjaJSONReader.value(of: try value.text(for: "from_json"), run.budget)
  }

  static let prettyPrint: Filter = { (run, value, arguments) throws(JinjaFault) in
    _ = try arguments.bound("pprint", ["verbose"])
    return .text(try JinjaPrinter.text(of: value, run.budget))
  }
}

extension JinjaRun {
  /// The pairs of key and value of a dictionary, as tuples.
  func pairs(of dict: JinjaDict) throws(JinjaFault) -> [JinjaRuntimeValue] {
    var pairs: [JinjaRuntimeValue] = []
    for (key, value) in zip(dict.keys, dict.values) {
      pairs.append(.sequence(try JinjaSequence([key, value], .tuple, budget)))
    }
    return pairs
  }
}

extension JinjaRuntimeValue {
  /// Converts an input value.
  ///
  /// Strings carry their own trust; the names of members are untrusted.
  init(_ value: JinjaValue, _ budget: JinjaBudget, depth: Int = 0) throws(JinjaFault) {
    guard depth <= budget.limits.nesting else {
      throw JinjaFault(.limit(.nesting, maximum: budget.limits.nesting))
    }
    switch value {
    case .none: self = .none
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .number(let text): self = .number(JinjaExactNumber(text: text))
    case .string(var text, let isTrusted):
      text.makeContiguousUTF8()
      self = .text(JinjaText(text, isTrusted: isTrusted))
    case .segments(let segments):
      var builder = JinjaTextBuilder()
      for segment in segments { builder.append(segment.text, isTrusted: segment.isTrusted) }
      self = .text(try budget.text(builder))
    case .list(let list):
      var elements: [JinjaRuntimeValue] = []
      elements.reserveCapacity(list.count)
      for element in list {
        elements.append(try JinjaRuntimeValue(element, budget, depth: depth + 1))
      }
      self = .sequence(try JinjaSequence(elements, .list, budget))
    case .dictionary(let dictionary):
      let dict = JinjaDict(budget)
      for (name, value) in dictionary {
        try dict.set(
          .string(name, isTrusted: false), to: try JinjaRuntimeValue(value, budget, depth: depth + 1))
      }
      self = .dictionary(dict)
    }
  }
}
