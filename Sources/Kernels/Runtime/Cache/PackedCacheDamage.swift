internal import SwiftletGGUF
internal import Synchronization

/// The damage to a file of packed weights that was found while its weights were used.
///
/// The damaged weights are packed again in memory. The file is removed at once, so that the next load writes it anew.
public final class PackedCacheDamage: Sendable {
  private struct State {
    var tensors: [String] = []
    var observer: (@Sendable (_ tensor: String) -> Void)?
  }

  private let path: String
  private let identifier: MappedFile.Identifier?
  private let state = Mutex(State())

  /// Creates the record of a file without damage so far.
  init(path: String, _ file: MappedFile?) { (self.path, identifier) = (path, file?.identifier) }

  /// The names of the tensors with damaged weights, in the order in which they were found.
  public var tensors: [String] { state.withLock { $0.tensors } }

  /// Calls `body`, on any thread, with the first damaged tensor, at once if there is one already.
  public func onFirst(_ body: @escaping @Sendable (_ tensor: String) -> Void) {
    let first = state.withLock { state -> String? in
      if state.tensors.isEmpty { state.observer = body }
      return state.tensors.first
    }
    if let first { body(first) }
  }

  func add(_ tensor: String) {
    let observer = state.withLock { state -> (@Sendable (String) -> Void)? in
      if !state.tensors.contains(tensor) { state.tensors.append(tensor) }
      defer { state.observer = nil }
      return state.observer
    }
    // Unless another process has replaced it already.
    if let identifier { _ = PackedCacheFile.remove(path, ifStill: identifier) }
    observer?(tensor)
  }
}

extension PackedCacheDamage: Equatable {
  /// Returns true if the same tensors of the same file are damaged.
  public static func == (a: PackedCacheDamage, b: PackedCacheDamage) -> Bool {
    a.path == b.path && a.tensors == b.tensors
  }
}
