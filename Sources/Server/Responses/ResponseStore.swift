import Synchronization
package import SwiftletJSON

/// The responses in memory that later requests continue; those that were used last are kept.
package final class ResponseStore: Sendable {
  /// A response.
  package struct Entry: Sendable {
    /// The response as it was sent.
    package var response: JSONValue
    /// The items of the conversation up to the end of the response.
    package var items: [JSONValue]
    fileprivate var byteCount = 0

    /// Creates an entry.
    package init(response: JSONValue, items: [JSONValue]) { (self.response, self.items) = (response, items) }
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The identifiers, of which the last was used last.
    var order: [String] = []
    var byteCount = 0

    mutating func remove(_ id: String) -> Bool {
      guard let entry = entries.removeValue(forKey: id) else { return false }
      order.removeAll { $0 == id }
      byteCount -= entry.byteCount
      return true
    }
  }

  private let state = Mutex(State())
  private let maximumCount: Int
  private let maximumBytes: Int

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - maximumCount: The number of responses; 0 to keep none.
  ///   - maximumBytes: The bytes of all their conversations as JSON.
  package init(maximumCount: Int, maximumBytes: Int) {
    (self.maximumCount, self.maximumBytes) = (maximumCount, maximumBytes)
  }

  /// True if no response is kept.
  package var isDisabled: Bool { maximumCount <= 0 || maximumBytes <= 0 }

  /// The number of responses.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Keeps a response, and drops others if there are too many.
  package func insert(_ entry: Entry, id: String) {
    var entry = entry
    entry.byteCount = JSONWriter.bytes(.array(entry.items + [entry.response])).count
    guard !isDisabled, entry.byteCount <= maximumBytes else { return }
    state.withLock { [entry] state in
      _ = state.remove(id)
      state.entries[id] = entry
      state.order.append(id)
      state.byteCount += entry.byteCount
      while state.entries.count > maximumCount || state.byteCount > maximumBytes, let first = state.order.first {
        _ = state.remove(first)
      }
    }
  }

  /// Returns a response; `nil` if it is not kept, or no longer.
  package func find(_ id: String) -> Entry? {
    state.withLock { state in
      guard let entry = state.entries[id] else { return nil }
      state.order.removeAll { $0 == id }
      state.order.append(id)
      return entry
    }
  }

  /// Removes a response; returns false if it is not there.
  package func remove(_ id: String) -> Bool { state.withLock { $0.remove(id) } }

  /// Returns an item of a response by its identifier.
  func item(_ id: String) -> JSONValue? {
    let entries = state.withLock { Array($0.entries.values) }
    for entry in entries {
      if let item = entry.items.last(where: { $0["id"] == .string(id) && $0["type"] != "item_reference" }) {
        return item
      }
    }
    return nil
  }
}
