public import SwiftletTokenizers

/// The tokens that may come next, a bit for each token of the vocabulary or, if they are few, a list.
public struct TokenMask: Sendable, Equatable {
  enum Storage: Sendable, Equatable {
    /// Sorted token ids.
    case few([Int32])
    case many([UInt64])
  }

  /// Above how many tokens a bit set is kept.
  static let fewest = 256

  let storage: Storage
  /// The number of tokens in the vocabulary.
  public let vocabularyCount: Int

  /// Whether a token may come.
  public func contains(_ token: TokenID) -> Bool {
    switch storage {
    case .few(let list):
      var (low, high) = (0, list.count)
      while low < high {
        let middle = (low + high) / 2
        if list[middle] < token { low = middle + 1 } else { high = middle }
      }
      return low < list.count && list[low] == token
    case .many(let words):
      return token >= 0 && token < vocabularyCount && words[token >> 6] >> UInt64(token & 63) & 1 == 1
    }
  }

  /// The number of tokens that may come.
  public var count: Int {
    switch storage {
    case .few(let list): list.count
    case .many(let words): words.reduce(0) { $0 + $1.nonzeroBitCount }
    }
  }

  /// Whether no token may come.
  public var isEmpty: Bool {
    switch storage {
    case .few(let list): list.isEmpty
    case .many(let words): words.allSatisfy { $0 == 0 }
    }
  }

  /// The tokens that may come if they are few (at most 256), in ascending order; nil if they are many.
  ///
  /// With few it pays to compute the logits of these alone.
  public var few: [TokenID]? {
    if case .few(let list) = storage { list.map { TokenID($0) } } else { nil }
  }

  /// A bit for each token, least significant first, in words of 64.
  public var words: [UInt64] {
    switch storage {
    case .few(let list):
      var words = [UInt64](repeating: 0, count: (vocabularyCount + 63) / 64)
      for token in list { words[Int(token) >> 6] |= 1 << UInt64(token & 63) }
      return words
    case .many(let words): return words
    }
  }

  /// Calls the function with each token that may come, in ascending order.
  public func forEach(_ body: (TokenID) -> Void) {
    switch storage {
    case .few(let list): for token in list { body(TokenID(token)) }
    case .many(let words):
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          body(index << 6 + rest.trailingZeroBitCount)
          rest &= rest - 1
        }
      }
    }
  }

  /// The memory that the tokens take.
  var byteCount: Int {
    switch storage {
    case .few(let list): list.count * 4 + 64
    case .many(let words): words.count * 8 + 64
    }
  }
}

/// A set of tokens under construction.
struct TokenSetBuilder {
  private var list: [Int32] = []
  /// The bits, empty while the list alone will do.
  private var words: [UInt64] = []
  let vocabularyCount: Int

  init(vocabularyCount: Int) { self.vocabularyCount = vocabularyCount }

  mutating func insert(_ token: Int32) {
    if !words.isEmpty {
      words[Int(token) >> 6] |= 1 << UInt64(token & 63)
    } else {
      list.append(token)
      if list.count > TokenMask.fewest * 4 { spread() }
    }
  }

  mutating func remove(_ token: Int32) {
    if !words.isEmpty { words[Int(token) >> 6] &= ~(1 << UInt64(token & 63)) } else { list.removeAll { $0 == token } }
  }

  mutating func insert(_ tokens: ArraySlice<Int32>) { for token in tokens { insert(token) } }

  mutating func insert(_ mask: TokenMask) {
    switch mask.storage {
    case .few(let tokens): insert(tokens[...])
    case .many(let others):
      if words.isEmpty {
        words = others
        for token in list { words[Int(token) >> 6] |= 1 << UInt64(token & 63) }
        list = []
      } else {
        for index in others.indices { words[index] |= others[index] }
      }
    }
  }

  private mutating func spread() {
    words = [UInt64](repeating: 0, count: (vocabularyCount + 63) / 64)
    for token in list { words[Int(token) >> 6] |= 1 << UInt64(token & 63) }
    list = []
  }

  mutating func finish() -> TokenMask {
    if words.isEmpty {
      list.sort()
      var unique: [Int32] = []
      unique.reserveCapacity(list.count)
      for token in list where unique.last != token { unique.append(token) }
      if unique.count <= TokenMask.fewest {
        return TokenMask(storage: .few(unique), vocabularyCount: vocabularyCount)
      }
      spread()
    }
    return TokenMask(storage: .many(words), vocabularyCount: vocabularyCount)
  }
}
