import SwiftletGGUF

/// The words of texts, each of which is a token.
struct WordList {
  /// How many tokens there are, a real vocabulary's number.
  static let vocabularyCount = 32_768

  private(set) var words: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var longest = 1

  /// The tokens of a text: words, parts of compound names, signs, and line breaks with what they indent, which is about
  /// what vocabularies have.
  mutating func tokens(_ text: String) -> [Int] {
    text.matches(of: /\ ?[A-Z]?[a-z]+|\ ?[A-Z]+|\ ?[0-9]|\n\ *|\ ?[^A-Za-z0-9\ \n]{1,2}|\ +/).map {
      add(Array($0.output.utf8))
    }
  }

  /// The token of a word, a new one if need be; bytes have tokens anyway.
  @discardableResult
  mutating func add(_ word: [UInt8]) -> Int {
    if word.count == 1 { return Int(word[0]) }
    if let known = numbers[word] { return known }
    let number = SyntheticVocabulary.firstWord + words.count
    words.append(word)
    numbers[word] = number
    longest = max(longest, word.count)
    return number
  }

  /// The token of the longest word that a text begins with and that may come.
  func longestToken(_ text: ArraySlice<UInt8>, _ isAllowed: (Int) -> Bool) -> Int? {
    for count in stride(from: min(longest, text.count), through: 2, by: -1) {
      if let number = numbers[Array(text.prefix(count))], isAllowed(number) { return number }
    }
    return text.first.flatMap { isAllowed(Int($0)) ? Int($0) : nil }
  }

  /// Writes the vocabulary.
  func describe(_ metadata: inout GGUFMetadata) {
    SyntheticVocabulary.make(count: Self.vocabularyCount, words: words, to: &metadata)
  }
}
