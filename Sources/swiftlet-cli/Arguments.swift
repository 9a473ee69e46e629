/// A mistake in the words of a command line; ends with exit status 2.
struct UsageError: Error, CustomStringConvertible {
  var what: String
  var why: String
  var description: String { "\(what): \(why)" }
}

/// An option of a command.
struct Option: Sendable {
  /// The name with its dashes.
  var name: String
  /// What stands for the value in the help; nil for a flag.
  var value: String?
  /// Whether the value may be left out; if it is given, then after an equals sign.
  var valueIsOptional = false
  /// A line for the help.
  var help: String
  /// Another name that other programs have for it.
  var alias: String?

  init(_ name: String, _ value: String? = nil, _ help: String, or alias: String? = nil) {
    (self.name, self.value, self.help, self.alias) = (name, value, help, alias)
  }

  init(_ name: String, optional value: String, _ help: String) {
    (self.name, self.value, self.help, valueIsOptional) = (name, value, help, true)
  }

  /// The option with its value as the help shows it.
  var pattern: String {
    valueIsOptional ? "\(name)[=\(value ?? "")]" : [name, value].compactMap(\.self).joined(separator: " ")
  }
}

/// The words of a command line, sorted by the options of a command.
struct Arguments {
  private var values: [String: [String]] = [:]
  private(set) var positionals: [String] = []

  /// Sorts words: `--name value`, `--name=value`, `--flag`, `--flag=value`; `--` ends the options.
  init(_ words: some Sequence<String>, options: [Option]) throws(UsageError) {
    var words = words.makeIterator()
    var optionsEnded = false
    while let word = words.next() {
      guard word.hasPrefix("--"), !optionsEnded else {
        // A single dash is the usual name of standard input.
        if word.hasPrefix("-"), word != "-", !optionsEnded {
          throw UsageError(what: word, why: "unknown option; see --help")
        }
        positionals.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.name == parts[0] || $0.alias == parts[0] }) else {
        throw UsageError(what: parts[0], why: "unknown option; see --help")
      }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError(what: parts[0], why: "takes no value") }
        values[option.name, default: []].append("")
      } else if option.valueIsOptional {
        guard parts.last != "" else { throw UsageError(what: parts[0], why: "a value is missing after =") }
        values[option.name, default: []].append(parts.count == 2 ? parts[1] : "")
      } else if let value = parts.count == 2 ? parts[1] : words.next() {
        values[option.name, default: []].append(value)
      } else {
        throw UsageError(what: parts[0], why: "a value is missing")
      }
    }
  }

  /// Whether a flag was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The text of an option, the last if it was given several times.
  func string(_ name: String) -> String? { values[name]?.last }

  /// All texts of an option.
  func strings(_ name: String) -> [String] { values[name] ?? [] }

  /// The integer of an option.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = string(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let upper = range.upperBound == .max ? "" : " to \(range.upperBound)"
      throw UsageError(what: name, why: "found \(text), expected an integer from \(range.lowerBound)\(upper)")
    }
    return number
  }

  /// The number of an option.
  func number(_ name: String, in range: ClosedRange<Float>) throws(UsageError) -> Float? {
    guard let text = string(name) else { return nil }
    guard let number = Float(text), range.contains(number) else {
      throw UsageError(
        what: name, why: "found \(text), expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The case of an option that takes one of a few words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, of type: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = string(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(what: name, why: "found \(text), expected one of \(all)")
    }
    return choice
  }

  /// The only positional word.
  func positional(_ what: String) throws(UsageError) -> String {
    guard let word = positionals.first else { throw UsageError(what: what, why: "is missing; see --help") }
    try requireAtMost(1)
    return word
  }

  /// Refuses positional words beyond the first few.
  func requireAtMost(_ count: Int) throws(UsageError) {
    guard positionals.count <= count else {
      throw UsageError(what: positionals[count], why: "unexpected argument; quote text that has spaces")
    }
  }
}
