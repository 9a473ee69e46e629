import SwiftletGGUF

/// A word-level vocabulary, built from texts.
struct WordList {
  /// The vocabulary size, that of a real model.
  static let vocabularyCount = 32_768

  private(set) var words: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var longest = 1

  /// Tokenizes a text to words, parts of compound names, punctuation, and line breaks with indentation, similar to real
  /// vocabularies.
  mutating func tokens(_ text: String) -> [Int] {
    text.matches(of: /\ ?[A-Z]?[a-z]+|\ ?[A-Z]+|\ ?[0-9]|\n\ *|\ ?[^A-Za-z0-9\ \n]{1,2}|\ +/).map {
      add(Array($0.output.utf8))
    }
  }

  /// Returns the token of a word, which is added if necessary; single bytes always have tokens.
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

  /// Returns the token of the longest allowed word at the beginning of a text.
  func longestToken(_ text: ArraySlice<UInt8>, _ isAllowed: (Int) -> Bool) -> Int? {
    for count in stride(from: min(longest, text.count), through: 2, by: -1) {
      if let number = numbers[Array(text.prefix(count))], isAllowed(number) { return number }
    }
    return text.first.flatMap { isAllowed(Int($0)) ? Int($0) : nil }
  }

  /// Writes the vocabulary to GGUF metadata.
  func describe(_ metadata: inout GGUFMetadata) {
    SyntheticVocabulary.make(count: Self.vocabularyCount, words: words, to: &metadata)
  }
}
