public import SwiftletTokenizers

/// A set of allowed tokens: a bit set over the vocabulary, or a list if the tokens are few.
public struct TokenMask: Sendable, Equatable {
  enum Storage: Sendable, Equatable {
    /// The sorted token ids.
    case sparse([Int32])
    /// A bit for each token, least significant first.
    case dense([UInt64])
  }

  /// The maximum number of tokens stored as a list.
  static let sparseLimit = 256

  let storage: Storage
  /// The number of tokens in the vocabulary.
  public let vocabularyCount: Int

  /// Returns true if a token is allowed.
  public func contains(_ token: TokenID) -> Bool {
    switch storage {
    case .sparse(let list):
      var (low, high) = (0, list.count)
      while low < high {
        let middle = (low + high) / 2
        if list[middle] < token { low = middle + 1 } else { high = middle }
      }
      return low < list.count && list[low] == token
    case .dense(let words):
      return token >= 0 && token < vocabularyCount && words[token >> 6] >> UInt64(token & 63) & 1 == 1
    }
  }

  /// The number of allowed tokens.
  public var count: Int {
    switch storage {
    case .sparse(let list): list.count
    case .dense(let words): words.reduce(0) { $0 + $1.nonzeroBitCount }
    }
  }

  /// True if no token is allowed.
  public var isEmpty: Bool {
    switch storage {
    case .sparse(let list): list.isEmpty
    case .dense(let words): words.allSatisfy { $0 == 0 }
    }
  }

  /// The allowed tokens in ascending order if there are at most 256, otherwise nil.
  ///
  /// For few tokens it is worth computing only their logits.
  public var sparseTokens: [TokenID]? {
    if case .sparse(let list) = storage { list.map { TokenID($0) } } else { nil }
  }

  /// A bit for each token of the vocabulary, least significant first, in 64-bit words.
  public var words: [UInt64] {
    switch storage {
    case .sparse(let list):
      var words = [UInt64](repeating: 0, count: (vocabularyCount + 63) / 64)
      for token in list { words[Int(token) >> 6] |= 1 << UInt64(token & 63) }
      return words
    case .dense(let words): return words
    }
  }

  /// Calls the closure with each allowed token, in ascending order.
  public func forEach(_ body: (TokenID) -> Void) {
    switch storage {
    case .sparse(let list): for token in list { body(TokenID(token)) }
    case .dense(let words):
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          body(index << 6 + rest.trailingZeroBitCount)
          rest &= rest - 1
        }
      }
    }
  }

  /// The size of the mask, in bytes.
  var byteCount: Int {
    switch storage {
    case .sparse(let list): list.count * 4 + 64
    case .dense(let words): words.count * 8 + 64
    }
  }
}

/// A builder of token masks.
struct TokenSetBuilder {
  private var list: [Int32] = []
  /// The bit set; empty while the tokens are in the list.
  private var words: [UInt64] = []
  let vocabularyCount: Int

  init(vocabularyCount: Int) { self.vocabularyCount = vocabularyCount }

  mutating func insert(_ token: Int32) {
    if !words.isEmpty {
      words[Int(token) >> 6] |= 1 << UInt64(token & 63)
    } else {
      list.append(token)
      if list.count > TokenMask.sparseLimit * 4 { makeDense() }
    }
  }

  mutating func remove(_ token: Int32) {
    if !words.isEmpty { words[Int(token) >> 6] &= ~(1 << UInt64(token & 63)) } else { list.removeAll { $0 == token } }
  }

  mutating func insert(_ tokens: ArraySlice<Int32>) {
    if words.isEmpty, list.count + tokens.count > TokenMask.sparseLimit * 4 { makeDense() }
    guard !words.isEmpty else {
      list += tokens
      return
    }
    var words = words.mutableSpan
    for token in tokens { words[Int(token) >> 6] |= 1 << UInt64(token & 63) }
  }

  mutating func remove(_ tokens: ArraySlice<Int32>) {
    // Each removal from the list would look at all of it.
    if tokens.count > 8, words.isEmpty, !list.isEmpty { makeDense() }
    for token in tokens { remove(token) }
  }

  mutating func insert(_ mask: TokenMask) {
    switch mask.storage {
    case .sparse(let tokens): insert(tokens[...])
    case .dense(let others):
      if words.isEmpty {
        words = others
        for token in list { words[Int(token) >> 6] |= 1 << UInt64(token & 63) }
        list = []
      } else {
        for index in others.indices { words[index] |= others[index] }
      }
    }
  }

  private mutating func makeDense() {
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
      if unique.count <= TokenMask.sparseLimit {
        return TokenMask(storage: .sparse(unique), vocabularyCount: vocabularyCount)
      }
      makeDense()
    }
    return TokenMask(storage: .dense(words), vocabularyCount: vocabularyCount)
  }
}
