public import SwiftletTokenizers
import Synchronization

/// A vocabulary prepared for guides: the token trie, with precomputed walks of common lexemes.
///
/// Created once for a model, in some tenths of a second, and shared by all guides and threads.
public final class TokenIndex: Sendable {
  /// The capacity of the walk cache, in bytes; beyond it the cache is cleared.
  static let capacity = 48 << 20

  /// The vocabulary.
  public let vocabulary: Vocabulary
  let trie: TokenTrie
  /// The end-of-generation tokens.
  let endTokens: [Int32]
  /// The control tokens that are treated as their text.
  let markers: Set<TokenID>
  /// The tokens that are never allowed.
  let suppressed: Set<TokenID>
  let freeText: FreeText
  let freeCanonicalText: FreeText
  private let walks = Mutex(WalkCache(capacity: capacity))

  /// Prepares a vocabulary.
  ///
  /// - Parameters:
  ///   - vocabulary: The tokens.
  ///   - endTokens: The end-of-generation tokens; those of the vocabulary if nil.
  ///   - markers: Control tokens that are treated as their text, such as tool call tags. They do not end an answer.
  public init(_ vocabulary: Vocabulary, endTokens: Set<TokenID>? = nil, markers: Set<TokenID> = []) {
    self.vocabulary = vocabulary
    self.markers = markers
    let suppressed = Set(vocabulary.suppressedTokens)
    self.suppressed = suppressed
    self.endTokens = (endTokens ?? vocabulary.endOfGeneration).subtracting(markers).subtracting(suppressed)
      .filter { $0 >= 0 && $0 < vocabulary.count }.map { Int32($0) }.sorted()
    trie = TokenTrie(vocabulary, markers: markers, suppressed: suppressed)
    freeText = FreeText(trie, vocabularyCount: vocabulary.count, allowsEveryEscape: true)
    freeCanonicalText = FreeText(trie, vocabularyCount: vocabulary.count, allowsEveryEscape: false)
  }

  /// The approximate size of the cached walks, in bytes.
  var cachedByteCount: Int { walks.withLock { $0.byteCount } }

  /// Returns the walk of a lexeme from a state.
  func walk(_ lexeme: Lexeme, _ state: LexemeState, endsAtDelimiter: Bool) -> LexemeWalk {
    let automaton = lexeme.automaton
    if lexeme.decoder.isQuoted, state.partial == 0 || state.partial == TextDecoder.unopened,
      state.state == automaton.universal
    {
      let text = lexeme.decoder.allowsEveryEscape ? freeText : freeCanonicalText
      let count = Int(state.count)
      let isUnopened = state.partial != 0
      let (minimum, maximum) = (lexeme.minimum - count, lexeme.maximum - count)
      if minimum <= 0, maximum >= text.longest { return isUnopened ? text.unopened : text.open }
    }
    let key = WalkCache.Key(lexeme, state, endsAtDelimiter: endsAtDelimiter)
    if let known = walks.withLock({ $0.walk(key, of: automaton) }) { return known }
    let walk = makeWalk(lexeme, state, endsAtDelimiter: endsAtDelimiter)
    walks.withLock { $0.add(walk, key, of: automaton) }
    return walk
  }

  private func makeWalk(_ lexeme: Lexeme, _ state: LexemeState, endsAtDelimiter: Bool) -> LexemeWalk {
    if lexeme.decoder.isQuoted, state.state == lexeme.automaton.universal,
      state.partial == 0 || state.partial == TextDecoder.unopened
    {
      let text = lexeme.decoder.allowsEveryEscape ? freeText : freeCanonicalText
      return text.walk(
        isUnopened: state.partial != 0, minimum: lexeme.minimum - Int(state.count),
        maximum: lexeme.maximum - Int(state.count),
        trie, vocabularyCount: vocabulary.count)
    }
    return LexemeWalk(
      lexeme, state, trie, free: freeNodes(lexeme, state), vocabularyCount: vocabulary.count,
      endsAtDelimiter: endsAtDelimiter)
  }

  /// Returns the parts of the trie of an unconstrained string in a lexeme's position, nil within a character.
  private func freeNodes(_ lexeme: Lexeme, _ state: LexemeState) -> FreeNodes? {
    guard lexeme.decoder.isQuoted, state.partial == 0 || state.partial == TextDecoder.unopened else { return nil }
    return freeNodes(lexeme.decoder, state.partial)
  }

  /// Returns the parts of the trie of an unconstrained string in a state of its decoder.
  func freeNodes(_ decoder: TextDecoder, _ partial: UInt32) -> FreeNodes {
    let text = decoder.allowsEveryEscape ? freeText : freeCanonicalText
    switch partial {
    case 0: return text.openNodes
    case TextDecoder.unopened: return text.unopenedNodes
    default:
      let plain = Lexeme(
        anyStringOfMinimumLength: 0, maximumLength: Lexeme.unbounded, allowsEveryEscape: decoder.allowsEveryEscape)
      let state = LexemeState(state: plain.automaton.start, partial: partial)
      return FreeNodes(walk(plain, state, endsAtDelimiter: false), trie)
    }
  }
}
