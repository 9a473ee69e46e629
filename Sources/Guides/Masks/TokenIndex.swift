public import SwiftletTokenizers
import Synchronization

/// A vocabulary made ready for guides: its tokens as a tree, with what they do to common lexemes.
///
/// Made once for a model and shared by all guides and threads. Making one takes some tenths of a second.
public final class TokenIndex: Sendable {
  /// How many bytes of walks are kept at most; beyond that they are forgotten and made anew.
  static let capacity = 48 << 20

  /// The vocabulary.
  public let vocabulary: Vocabulary
  let trie: TokenTrie
  /// The tokens that end an answer.
  let ends: [Int32]
  /// Control tokens that count as their text.
  let markers: Set<TokenID>
  /// The vocabulary's tokens that must never come.
  let suppressed: Set<TokenID>
  let freeText: FreeText
  let freeCanonicalText: FreeText
  private let walks = Mutex(WalkCache(capacity: capacity))

  /// Prepares a vocabulary.
  ///
  /// - Parameters:
  ///   - vocabulary: The tokens.
  ///   - ends: The tokens that end an answer, the vocabulary's own if nil.
  ///   - markers: Control tokens that count as their text: the tags of calls, say. They end no answer.
  public init(_ vocabulary: Vocabulary, ends: Set<TokenID>? = nil, markers: Set<TokenID> = []) {
    self.vocabulary = vocabulary
    self.markers = markers
    let suppressed = Set(vocabulary.suppressedTokens)
    self.suppressed = suppressed
    self.ends = (ends ?? vocabulary.endOfGeneration).subtracting(markers).subtracting(suppressed)
      .filter { $0 >= 0 && $0 < vocabulary.count }.map { Int32($0) }.sorted()
    trie = TokenTrie(vocabulary, markers: markers, suppressed: suppressed)
    freeText = FreeText(trie, vocabularyCount: vocabulary.count, allowsEveryEscape: true)
    freeCanonicalText = FreeText(trie, vocabularyCount: vocabulary.count, allowsEveryEscape: false)
  }

  /// About how many bytes of walks are kept at the moment.
  var cachedByteCount: Int { walks.withLock { $0.byteCount } }

  /// The walk of a lexeme from a state.
  func walk(_ lexeme: Lexeme, _ state: LexemeState, endsAtDelimiter: Bool) -> LexemeWalk {
    let automaton = lexeme.automaton
    let isFree = automaton.start >= 0 && automaton.start == automaton.universal
    if lexeme.decoder.isQuoted, state.partial == 0 || state.partial == TextDecoder.unopened,
      state.state == automaton.universal, isFree || !lexeme.isBounded
    {
      let text = lexeme.decoder.allowsEveryEscape ? freeText : freeCanonicalText
      let count = Int(state.count)
      let isUnopened = state.partial != 0
      let (least, most) = (lexeme.minimum - count, lexeme.maximum - count)
      if least <= 0, most >= text.longest { return isUnopened ? text.unopened : text.open }
    }
    let key = WalkCache.Key(lexeme, state, endsAtDelimiter: endsAtDelimiter)
    if let known = walks.withLock({ $0.walk(key, of: automaton) }) { return known }
    let walk = makeWalk(lexeme, state, isFree: isFree, endsAtDelimiter: endsAtDelimiter)
    walks.withLock { $0.add(walk, key, of: automaton) }
    return walk
  }

  private func makeWalk(_ lexeme: Lexeme, _ state: LexemeState, isFree: Bool, endsAtDelimiter: Bool) -> LexemeWalk {
    if lexeme.decoder.isQuoted, isFree, state.partial == 0 || state.partial == TextDecoder.unopened {
      let text = lexeme.decoder.allowsEveryEscape ? freeText : freeCanonicalText
      return text.walk(
        isUnopened: state.partial != 0, least: lexeme.minimum - Int(state.count),
        most: lexeme.maximum - Int(state.count),
        trie, vocabularyCount: vocabulary.count)
    }
    return LexemeWalk(lexeme, state, trie, vocabularyCount: vocabulary.count, endsAtDelimiter: endsAtDelimiter)
  }
}
