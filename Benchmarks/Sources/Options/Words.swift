/// The words of a command line, read one after the other.
///
/// What is wrong with one of them is a ``UsageError``, which ends the program with a message; see ``Program``.
public struct Words {
  private var rest: ArraySlice<String>

  /// Begins with the first of some words.
  public init(_ words: some Sequence<String>) { rest = Array(words)[...] }

  /// Whether all have been read.
  public var isEmpty: Bool { rest.isEmpty }

  /// The next word; nil behind the last.
  public mutating func next() -> String? { rest.popFirst() }

  /// A word that is no option of the program's, but names something.
  ///
  /// - Throws: ``UsageError`` if it looks like an option.
  public func operand(_ word: String) throws(UsageError) -> String {
    guard !word.hasPrefix("-") else { throw UsageError(what: word, why: "there is no such option") }
    return word
  }

  /// The word behind an option, which is its value.
  ///
  /// - Throws: ``UsageError`` if there is none.
  public mutating func text(_ option: String) throws(UsageError) -> String {
    guard let text = next() else { throw UsageError(what: option, why: "a value is missing") }
    return text
  }

  /// The value of an option that is a whole number.
  ///
  /// - Throws: ``UsageError`` if it is missing, no number, or out of range.
  public mutating func integer(
    _ option: String, in range: ClosedRange<Int> = 1...1_000_000_000
  ) throws(UsageError) -> Int {
    let text = try text(option)
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        what: option, why: "found \(text), expected an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The value of an option that is a number above zero.
  ///
  /// - Throws: ``UsageError`` if it is missing, or no such number.
  public mutating func number(_ option: String) throws(UsageError) -> Double {
    let text = try text(option)
    guard let number = Double(text), number > 0, number < 1e9 else {
      throw UsageError(what: option, why: "found \(text), expected a number above 0 and below 1e9")
    }
    return number
  }

  /// The value of an option that names one of some things.
  ///
  /// - Throws: ``UsageError`` if it is missing, or names none of them.
  public mutating func choice<Choice: RawRepresentable<String>>(
    _ option: String, among choices: [Choice]
  ) throws(UsageError) -> Choice {
    let text = try text(option)
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      throw UsageError(
        what: option, why: "found \(text), expected one of \(choices.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }
}

/// A word of a command line that means nothing.
public struct UsageError: Error, CustomStringConvertible {
  /// The word.
  public var what: String
  /// What was found, and what was expected.
  public var why: String

  /// Creates an error.
  public init(what: String, why: String) { (self.what, self.why) = (what, why) }

  /// Both, as a message says them.
  public var description: String { "\(what): \(why)" }
}
