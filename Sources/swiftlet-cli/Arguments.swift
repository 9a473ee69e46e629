import SwiftletStore

/// An invalid command line; the program exits with status 2.
struct UsageError: Error, CustomStringConvertible {
  /// The option or argument.
  var argument: String
  /// The reason, such as the value found and the values expected.
  var reason: String
  var description: String { "\(argument): \(reason)" }
}

/// An option of a command.
struct Option: Sendable {
  /// The name with its dashes.
  var name: String
  /// The placeholder of the value in the help; `nil` for a flag.
  var value: String?
  /// True if the value is optional; it is then given as `--name=value` only.
  var valueIsOptional = false
  /// The description in the help, one line.
  var help: String
  /// True if the value names a model, which is found before the command runs.
  var namesModels = false
  /// Alternative names: a short form such as `-m`, or the name that other programs have.
  var aliases: [String] = []
  /// The possible values, for completions; empty if there are too many to list.
  var choices: [String] = []

  init(_ name: String, _ value: String? = nil, _ help: String, or aliases: String...) {
    (self.name, self.value, self.help, self.aliases) = (name, value, help, aliases)
  }

  /// Returns the option as one whose value names a model.
  func namingModels() -> Option {
    var option = self
    option.namesModels = true
    return option
  }

  init(_ name: String, optional value: String, _ help: String) {
    (self.name, self.value, self.help, valueIsOptional) = (name, value, help, true)
  }

  /// Returns the option with the cases of an enumeration as its possible values.
  func choosing<Choice: RawRepresentable & CaseIterable>(from type: Choice.Type) -> Option
  where Choice.RawValue == String { choosing(from: type.allCases.map(\.rawValue)) }

  /// Returns the option with words as its possible values.
  func choosing(from choices: [String]) -> Option {
    var option = self
    option.choices = choices
    return option
  }

  /// The option with its short form and its value placeholder, as shown in the help.
  var pattern: String {
    let names = (aliases.filter { !$0.hasPrefix("--") } + [name]).joined(separator: ", ")
    return valueIsOptional ? "\(names)[=\(value ?? "")]" : [names, value].compactMap(\.self).joined(separator: " ")
  }

  /// Returns true for the option's name and its alternatives.
  func isNamed(_ word: String) -> Bool { name == word || aliases.contains(word) }
}

/// The parsed arguments of a command.
struct Arguments {
  private var values: [String: [String]] = [:]
  private(set) var positionals: [String] = []
  /// The models that are not files, by the values of options and operands.
  var located: [String: ResolvedModel] = [:]
  /// The default model, or the error for commands that need it; nil if `--model` was given, or is no option.
  var defaultModel: Result<ResolvedModel, any Error>?

  /// Returns the arguments with other values of an option.
  func replacingValues(of name: String, with values: [String]) -> Arguments {
    var arguments = self
    arguments.values[name] = values.isEmpty ? nil : values
    return arguments
  }

  /// Parses arguments: `--name value`, `--name=value`, `--flag`, `--flag=value`, `-n value`; `--` ends the options.
  init(_ words: some Sequence<String>, options: [Option]) throws(UsageError) {
    var words = words.makeIterator()
    var optionsEnded = false
    while let word = words.next() {
      // A single dash stands for standard input.
      guard word.hasPrefix("-"), word != "-", !optionsEnded else {
        positionals.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.isNamed(parts[0]) }) else {
        let names = options.flatMap { [$0.name] + $0.aliases }
        throw UsageError(
          argument: parts[0], reason: "unknown option\(Suggestion.text(for: parts[0], among: names)); see --help")
      }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError(argument: parts[0], reason: "takes no value") }
        values[option.name, default: []].append("")
      } else if option.valueIsOptional {
        guard parts.last != "" else { throw UsageError(argument: parts[0], reason: "a value is missing after =") }
        values[option.name, default: []].append(parts.count == 2 ? parts[1] : "")
      } else if let value = parts.count == 2 ? parts[1] : words.next() {
        values[option.name, default: []].append(value)
      } else {
        throw UsageError(argument: parts[0], reason: "a value is missing")
      }
    }
  }

  /// All words that may name a file: the positional arguments and the values of options.
  var words: [String] { positionals + values.values.joined() }

  /// Returns true if a flag was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option; the last one if it was given several times.
  func string(_ name: String) -> String? { values[name]?.last }

  /// All values of an option.
  func strings(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option as an integer.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    try Self.integer(string(name), of: name, in: range)
  }

  /// The integer that the text of an option is; `nil` without a text.
  static func integer(
    _ text: String?, of name: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let upper = range.upperBound == .max ? "" : " to \(range.upperBound)"
      throw UsageError(argument: name, reason: "found \(text), expected an integer from \(range.lowerBound)\(upper)")
    }
    return number
  }

  /// The value of an option as integers, separated by commas.
  func integers(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> [Int]? {
    guard let text = string(name) else { return nil }
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(part), range.contains(number) else {
        throw UsageError(
          argument: name,
          reason: "found \(text), expected integers from \(range.lowerBound) to \(range.upperBound), such as 1,8,32")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The value of an option as a floating-point number.
  func number(_ name: String, in range: ClosedRange<Float>) throws(UsageError) -> Float? {
    guard let text = string(name) else { return nil }
    guard let number = Float(text), range.contains(number) else {
      throw UsageError(
        argument: name, reason: "found \(text), expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The value of an option as a number of bytes.
  func size(_ name: String) throws(UsageError) -> Int? {
    try string(name).map { text throws(UsageError) in try Self.size(text, of: name) }
  }

  /// Parses a number of bytes with a binary unit, such as `64M` or `1.5GiB`.
  static func size(_ text: String, of name: String) throws(UsageError) -> Int {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[digits.endIndex...].uppercased().replacing("B", with: "").replacing("I", with: "")
    let shifts = ["": 0, "K": 10, "M": 20, "G": 30, "T": 40]
    guard let number = Double(digits), let shift = shifts[unit],
      let bytes = Int(exactly: (number * Double(1 << shift)).rounded())
    else { throw UsageError(argument: name, reason: "found \(text), expected a size such as 64M or 12G") }
    return bytes
  }

  /// The value of an option that takes one of the cases of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, of type: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = string(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(argument: name, reason: "found \(text), expected one of \(all)")
    }
    return choice
  }

  /// The only positional argument.
  func positional(_ name: String) throws(UsageError) -> String {
    guard let word = positionals.first else { throw UsageError(argument: name, reason: "is missing; see --help") }
    try requireAtMost(1)
    return word
  }

  /// Throws if there are more than `count` positional arguments.
  func requireAtMost(_ count: Int) throws(UsageError) {
    guard positionals.count <= count else {
      throw UsageError(argument: positionals[count], reason: "unexpected argument; quote text that has spaces")
    }
  }
}
