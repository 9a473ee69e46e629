/// The global functions.
enum JinjaFunctions {
  static let all: [(name: String, body: JinjaFunction.Body)] = [
    ("range", range), ("dict", dictionary), ("namespace", namespace), ("raise_exception", raise),
    ("strftime_now", now), ("joiner", joiner), ("cycler", cycler),
  ]

  private static let range: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
    var bounds: [Int] = []
    for argument in arguments.positional { bounds.append(try argument.integer(for: "range")) }
    guard arguments.keywords.isEmpty, (1...3).contains(bounds.count) else {
      throw .value("range", found: "\(bounds.count) arguments", expected: "1 to 3 positional arguments")
    }
    let start = bounds.count > 1 ? bounds[0] : 0
    let stop = bounds.count > 1 ? bounds[1] : bounds[0]
    let step = bounds.count > 2 ? bounds[2] : 1
    guard step != 0 else { throw .value("range", found: "a step of 0", expected: "a non-zero step") }
    let distance = step > 0 ? Double(stop) - Double(start) : Double(start) - Double(stop)
    let count = max(0, (distance / Double(step.magnitude)).rounded(.up))
    guard let count = Int(exactly: count), count <= run.budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: run.budget.limits.elements))
    }
    let numbers: [JinjaRuntimeValue] = (0..<count).map { .integer(start &+ $0 &* step) }
    let range = try JinjaSequence(numbers, .range, run.budget)
    range.rangeDescription = "range(\(start), \(stop)" + (step == 1 ? ")" : ", \(step))")
    return .sequence(range)
  }

  /// A dictionary of the positional arguments (dictionaries or pairs) and the keyword arguments.
  private static func dict(_ run: JinjaRun, _ arguments: JinjaArguments) throws(JinjaFault) -> JinjaDict {
    let dict = JinjaDict(run.budget)
    try dict.update(run, arguments, of: "dict or namespace")
    return dict
  }

  private static let dictionary: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
    .dictionary(try dict(run, arguments))
  }

  private static let namespace: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
    let dict = try dict(run, arguments)
    try run.register(dict)
    return .namespace(dict)
  }

  private static let raise: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
    let message = try arguments.bound("raise_exception", ["message"], required: 1)[0] ?? .none
    throw JinjaFault(.raised(message: try run.text(of: message).string))
  }

  private static let now: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
    let format = try (arguments.bound("strftime_now", ["format"], required: 1)[0] ?? .none).text(for: "strftime_now")
    // The longest field is the date with the time, of less than 32 bytes for the 2 of its directive.
    try run.budget.check(bytes: format.byteCount, times: 16)
    try run.budget.spend(format.byteCount)
    return .text(
      try run.budget.text(
        try JinjaStrftime.text(run.now(), format.string, run.budget), isTrusted: format.isTrusted))
  }

  /// Creates a function that returns an empty string at the first call and the separator afterwards.
  private static let joiner: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
    let separator = try arguments.bound("joiner", ["sep"])[0] ?? .string(", ")
    let state = try state(run, [.text(.empty), separator])
    return .function(
      JinjaFunction(
        .method(
          "joiner",
          { (_, state, arguments) throws(JinjaFault) in
            try arguments.none("joiner")
            guard case .sequence(let list) = state else { return .none }
            return list.elements.count > 1 ? try list.remove(at: 0) : list.elements[0]
          }, of: state)))
  }

  /// Creates an object that cycles through values.
  private static let cycler: JinjaFunction.Body = { (run, arguments) throws(JinjaFault) in
    guard !arguments.positional.isEmpty else { throw .value("cycler", found: "no values", expected: "some") }
    let state = try state(run, arguments.positional)
    let dict = JinjaDict(run.budget)
    let next = JinjaFunction(
      .method(
        "next",
        { (_, state, arguments) throws(JinjaFault) in
          try arguments.none("next")
          guard case .sequence(let list) = state else { return .none }
          let value = try list.remove(at: 0)
          try list.insert(value, at: list.elements.count)
          return value
        }, of: state))
    try dict.set(.string("next"), to: .function(next))
    try run.register(dict)
    return .namespace(dict)
  }

  private static func state(
    _ run: JinjaRun, _ values: [JinjaRuntimeValue]
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    let list = try JinjaSequence(values, .list, run.budget)
    try run.register(list)
    return .sequence(list)
  }
}
