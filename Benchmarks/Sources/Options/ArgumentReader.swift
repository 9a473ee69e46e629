/// A sequential reader of command line arguments.
///
/// Invalid arguments throw ``UsageError``, which ends the program with a message; see ``Program``.
public struct ArgumentReader {
  private var rest: ArraySlice<String>

  /// Creates a reader at the first argument.
  public init(_ words: some Sequence<String>) { rest = Array(words)[...] }

  /// True if all arguments have been read.
  public var isEmpty: Bool { rest.isEmpty }

  /// Returns the next argument; `nil` at the end.
  public mutating func next() -> String? { rest.popFirst() }

  /// Checks that an argument is not an option.
  ///
  /// - Throws: ``UsageError`` if it looks like an option.
  public func operand(_ word: String) throws(UsageError) -> String {
    guard !word.hasPrefix("-") else { throw UsageError(argument: word, reason: "unknown option") }
    return word
  }

  /// Reads the value of an option.
  ///
  /// - Throws: ``UsageError`` if it is missing.
  public mutating func text(_ option: String) throws(UsageError) -> String {
    guard let text = next() else { throw UsageError(argument: option, reason: "a value is missing") }
    return text
  }

  /// Reads the value of an option as an integer.
  ///
  /// - Throws: ``UsageError`` if it is missing, not a number, or out of range.
  public mutating func integer(
    _ option: String, in range: ClosedRange<Int> = 1...1_000_000_000
  ) throws(UsageError) -> Int {
    let text = try text(option)
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        argument: option, reason: "found \(text), expected an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Reads the value of an option as a positive number.
  ///
  /// - Throws: ``UsageError`` if it is missing or not positive.
  public mutating func number(_ option: String) throws(UsageError) -> Double {
    let text = try text(option)
    guard let number = Double(text), number > 0, number < 1e9 else {
      throw UsageError(argument: option, reason: "found \(text), expected a number above 0 and below 1e9")
    }
    return number
  }

  /// Reads the value of an option as one of several choices.
  ///
  /// - Throws: ``UsageError`` if it is missing or not one of them.
  public mutating func choice<Choice: RawRepresentable<String>>(
    _ option: String, among choices: [Choice]
  ) throws(UsageError) -> Choice {
    let text = try text(option)
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw UsageError(
        argument: option, reason: "found \(text), expected one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}

/// An invalid command line argument.
public struct UsageError: Error, CustomStringConvertible {
  /// The argument.
  public var argument: String
  /// The value found and the values expected.
  public var reason: String

  /// Creates an error.
  public init(argument: String, reason: String) { (self.argument, self.reason) = (argument, reason) }

  /// The error message.
  public var description: String { "\(argument): \(reason)" }
}
