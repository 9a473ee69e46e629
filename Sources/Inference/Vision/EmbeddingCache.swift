import Synchronization

/// A cache of embeddings by their contents; the least recently used ones are dropped above a memory limit.
final class EmbeddingCache: Sendable {
  private struct Entry {
    var rows: EmbeddingRows
    var lastUse: Int
  }

  private struct State {
    var entries: [ContentKey: Entry] = [:]
    var byteCount = 0
    var clock = 0
  }

  private let byteLimit: Int
  private let state = Mutex(State())

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The number of entries.
  var count: Int { state.withLock { $0.entries.count } }

  /// Returns the embeddings of a key, which becomes the most recently used one; nil if they are not cached.
  subscript(key: ContentKey) -> EmbeddingRows? {
    state.withLock { state in
      state.clock += 1
      state.entries[key]?.lastUse = state.clock
      return state.entries[key]?.rows
    }
  }

  /// Adds embeddings, unless they alone exceed the limit.
  func insert(_ rows: EmbeddingRows) {
    guard rows.byteCount <= byteLimit else { return }
    state.withLock { state in
      state.clock += 1
      if let old = state.entries.updateValue(Entry(rows: rows, lastUse: state.clock), forKey: rows.key) {
        state.byteCount -= old.rows.byteCount
      }
      state.byteCount += rows.byteCount
      while state.byteCount > byteLimit, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.byteCount -= oldest.value.rows.byteCount
        state.entries[oldest.key] = nil
      }
    }
  }
}
