/// The methods of lists and dictionaries.
///
/// The sandbox of `transformers` forbids mutating methods, but templates for other engines use them. They are safe,
/// since the values belong to the run.
extension JinjaMethods {
  private typealias ListBody =
    @Sendable (JinjaRun, JinjaSequence, JinjaArguments) throws(JinjaFault) -> JinjaRuntimeValue
  private typealias DictBody =
    @Sendable (JinjaRun, JinjaDict, JinjaArguments) throws(JinjaFault) -> JinjaRuntimeValue

  private static func list(mutates: Bool = true, _ body: @escaping ListBody) -> Method {
    { (run, value, arguments) throws(JinjaFault) in
      guard case .sequence(let sequence) = value else { return .none }
      if mutates { try run.register(sequence) }
      return try body(run, sequence, arguments)
    }
  }

  private static func dict(mutates: Bool = false, _ body: @escaping DictBody) -> Method {
    { (run, value, arguments) throws(JinjaFault) in
      guard case .dictionary(let dict) = value else { return .none }
      if mutates { try run.register(dict) }
      return try body(run, dict, arguments)
    }
  }

  static let lists: [String: Method] = [
    "append": list { (_, list, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("append", ["object"], required: 1)
      try list.insert(bound[0] ?? .none, at: list.elements.count)
      return .none
    },
    "extend": list { (run, list, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("extend", ["iterable"], required: 1)
      for element in try run.elements(of: bound[0] ?? .none) { try list.insert(element, at: list.elements.count) }
      return .none
    },
    "insert": list { (_, list, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("insert", ["index", "object"], required: 2)
      let index = try bound[0]?.integer(for: "insert") ?? 0
      let count = list.elements.count
      try list.insert(bound[1] ?? .none, at: min(max(index < 0 ? index + count : index, 0), count))
      return .none
    },
    "pop": list { (_, list, arguments) throws(JinjaFault) in
      let index = try arguments.bound("pop", ["index"])[0]?.integer(for: "pop") ?? -1
      let count = list.elements.count
      let position = index < 0 ? index + count : index
      guard position >= 0, position < count else {
        throw .value("pop", found: "the index \(index)", expected: "one of the list's \(count) elements")
      }
      return try list.remove(at: position)
    },
    "remove": list { (run, list, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("remove", ["value"], required: 1)
      try run.budget.spend(list.elements.count)
      for (index, element) in list.elements.enumerated() where try run.equal(element, bound[0] ?? .none) {
        _ = try list.remove(at: index)
        return .none
      }
      throw .value("remove", found: "a value that is not in the list", expected: "one that is")
    },
    "clear": list { (_, list, arguments) throws(JinjaFault) in
      try arguments.none("clear")
      list.removeAll()
      return .none
    },
    "reverse": list { (run, list, arguments) throws(JinjaFault) in
      try arguments.none("reverse")
      try run.budget.spend(list.elements.count)
      list.reorder(list.elements.reversed())
      return .none
    },
    "sort": list { (run, list, arguments) throws(JinjaFault) in
      let isReversed = try arguments.bound("sort", ["reverse"])[0]?.isTrue ?? false
      let elements = list.elements
      let order = try run.sorted(Array(elements.indices)) { (left, right) throws(JinjaFault) in
        try isReversed ? run.precedes(elements[right], elements[left]) : run.precedes(elements[left], elements[right])
      }
      list.reorder(order.map { elements[$0] })
      return .none
    },
    "copy": list(mutates: false) { (run, list, arguments) throws(JinjaFault) in
      try arguments.none("copy")
      return .sequence(try JinjaSequence(list.elements, .list, run.budget))
    },
    "count": list(mutates: false) { (run, list, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("count", ["value"], required: 1)
      try run.budget.spend(list.elements.count)
      var count = 0
      for element in list.elements where try run.equal(element, bound[0] ?? .none) { count += 1 }
      return .integer(count)
    },
    "index": list(mutates: false) { (run, list, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("index", ["value"], required: 1)
      try run.budget.spend(list.elements.count)
      for (index, element) in list.elements.enumerated() where try run.equal(element, bound[0] ?? .none) {
        return .integer(index)
      }
      throw .value("index", found: "a value that is not in the list", expected: "one that is")
    },
  ]

  static let dicts: [String: Method] = [
    "get": dict { (_, dict, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("get", ["key", "default"], required: 1)
      return try dict.value(of: bound[0] ?? .none) ?? bound[1] ?? .none
    },
    "items": dict { (run, dict, arguments) throws(JinjaFault) in
      try arguments.none("items")
      return .sequence(try JinjaSequence(try run.pairs(of: dict), .items, run.budget))
    },
    "keys": dict { (run, dict, arguments) throws(JinjaFault) in
      try arguments.none("keys")
      return .sequence(try JinjaSequence(dict.keys, .keys, run.budget))
    },
    "values": dict { (run, dict, arguments) throws(JinjaFault) in
      try arguments.none("values")
      return .sequence(try JinjaSequence(dict.values, .values, run.budget))
    },
    "copy": dict { (run, dict, arguments) throws(JinjaFault) in
      try arguments.none("copy")
      let copy = JinjaDict(run.budget)
      for (key, value) in zip(dict.keys, dict.values) { try copy.set(key, to: value) }
      return .dictionary(copy)
    },
    "update": dict(mutates: true) { (run, dict, arguments) throws(JinjaFault) in
      try dict.update(run, arguments, of: "update")
      return .none
    },
    "setdefault": dict(mutates: true) { (_, dict, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("setdefault", ["key", "default"], required: 1)
      if let value = try dict.value(of: bound[0] ?? .none) { return value }
      try dict.set(bound[0] ?? .none, to: bound[1] ?? .none)
      return bound[1] ?? .none
    },
    "pop": dict(mutates: true) { (_, dict, arguments) throws(JinjaFault) in
      let bound = try arguments.bound("pop", ["key", "default"], required: 1)
      if let value = try dict.remove(bound[0] ?? .none) ?? bound[1] { return value }
      throw .value("pop", found: "a key that is not in the dictionary", expected: "one that is")
    },
    "popitem": dict(mutates: true) { (run, dict, arguments) throws(JinjaFault) in
      try arguments.none("popitem")
      guard let key = dict.keys.last, let value = try dict.remove(key) else {
        throw .value("popitem", found: "an empty dictionary", expected: "one with members")
      }
      return .sequence(try JinjaSequence([key, value], .tuple, run.budget))
    },
    "clear": dict(mutates: true) { (_, dict, arguments) throws(JinjaFault) in
      try arguments.none("clear")
      dict.removeAll()
      return .none
    },
  ]
}

extension JinjaDict {
  /// Sets the members of the positional arguments (dictionaries or pairs) and the keyword arguments.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - arguments: The arguments.
  ///   - name: The name of the function, for errors.
  /// - Throws: ``JinjaFault`` for a pair that has not two parts.
  func update(_ run: JinjaRun, _ arguments: JinjaArguments, of name: String) throws(JinjaFault) {
    for value in arguments.positional {
      if case .dictionary(let other) = value {
        for (key, value) in zip(other.keys, other.values) { try set(key, to: value) }
        continue
      }
      for pair in try run.elements(of: value) {
        let parts = try run.elements(of: pair)
        guard parts.count == 2 else { throw .value(name, found: pair.kind, expected: "a key and its value") }
        try set(parts[0], to: parts[1])
      }
    }
    for (name, value) in arguments.keywords { try set(.string(name), to: value) }
  }
}
