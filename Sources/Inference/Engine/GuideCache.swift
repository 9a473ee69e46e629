import SwiftletGuides
import SwiftletTokenizers
import Synchronization

/// The guides of a model that were used last, and its vocabulary made ready for them when the first is asked for.
final class GuideCache: Sendable {
  private struct Key: Hashable {
    var source: GuideSource
    var options: GuideOptions
    var markers: Set<TokenID>
  }

  private struct State {
    /// The vocabulary by what of its control tokens counts as text; models have one form of calls.
    var indices: [Set<TokenID>: TokenIndex] = [:]
    /// Least recently used first.
    var guides: [(key: Key, guide: Guide)] = []
  }

  /// How many guides are kept.
  private static let capacity = 16
  /// How many bytes of states and masks they may hold when one is added to them; each has a limit of its own.
  private static let byteCapacity = 128 << 20

  private let vocabulary: Vocabulary
  private let state = Mutex(State())

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// A guide for a source, compiled unless it was not long ago.
  func guide(
    _ source: GuideSource, _ options: GuideOptions, markers: Set<TokenID>
  ) throws(GuideError) -> Guide {
    let key = Key(source: source, options: options, markers: markers)
    if let known = known(key) { return known }
    let index = index(markers)
    // Outside the lock: a large schema holds nobody else up.
    let guide = try Guide(source, options: options, index: index)
    state.withLock { state in
      state.guides.append((key, guide))
      if state.guides.count > Self.capacity { state.guides.removeFirst() }
      var bytes = state.guides.reduce(0) { $0 + $1.guide.cachedByteCount }
      while bytes > Self.byteCapacity, state.guides.count > 1 {
        bytes -= state.guides.removeFirst().guide.cachedByteCount
      }
    }
    return guide
  }

  private func known(_ key: Key) -> Guide? {
    state.withLock { state in
      guard let place = state.guides.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = state.guides.remove(at: place)
      state.guides.append(entry)
      return entry.guide
    }
  }

  private func index(_ markers: Set<TokenID>) -> TokenIndex {
    state.withLock { state in
      if let index = state.indices[markers] { return index }
      let index = TokenIndex(vocabulary, markers: markers)
      // There are two sets in use at most: none, and the model's tags.
      if state.indices.count >= 4 { state.indices = [:] }
      state.indices[markers] = index
      return index
    }
  }
}
