import SwiftletGuides
import SwiftletTokenizers
import Synchronization

/// A least-recently-used cache of a model's guides, and of the indices of its vocabulary that they share.
final class GuideCache: Sendable {
  private struct Key: Hashable {
    var source: GuideSource
    var options: GuideOptions
    var markers: Set<TokenID>
  }

  private struct State {
    /// The index of the vocabulary by the control tokens that count as text; a model has one format of tool calls.
    var indices: [Set<TokenID>: TokenIndex] = [:]
    /// Least recently used first.
    var guides: [(key: Key, guide: Guide)] = []
  }

  /// The maximum number of guides.
  private static let capacity = 16
  /// The maximum size of their states and masks in bytes, checked when a guide is added; each has a limit of its own.
  private static let byteCapacity = 128 << 20

  private let vocabulary: Vocabulary
  private let state = Mutex(State())

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// Returns the guide for a source, compiled unless it is cached.
  func guide(
    _ source: GuideSource, _ options: GuideOptions, markers: Set<TokenID>
  ) throws(GuideError) -> Guide {
    let key = Key(source: source, options: options, markers: markers)
    if let known = known(key) { return known }
    let index = index(markers)
    // Outside the lock, as compiling a large schema takes long.
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
      guard let index = state.guides.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = state.guides.remove(at: index)
      state.guides.append(entry)
      return entry.guide
    }
  }

  private func index(_ markers: Set<TokenID>) -> TokenIndex {
    state.withLock { state in
      if let index = state.indices[markers] { return index }
      let index = TokenIndex(vocabulary, markers: markers)
      // At most two sets are in use: the empty one, and the model's tags.
      if state.indices.count >= 4 { state.indices = [:] }
      state.indices[markers] = index
      return index
    }
  }
}
