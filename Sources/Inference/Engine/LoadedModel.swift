import SwiftletGGUF
import SwiftletKernels
import Synchronization

/// A model in memory, shared by all engines of its file.
///
/// Each engine has its own options and KV cache; the weights are shared, and are released with the last engine.
final class LoadedModel: Sendable {
  let model: DecoderModel

  private init(_ model: DecoderModel) { self.model = model }
}

extension LoadedModel {
  private struct Key: Hashable {
    var files: [MappedFile.Identifier]
    /// Part of the key, since a file may be overwritten in place.
    var identity: ModelIdentity
    var packedCache: PackedCachePolicy
  }

  /// A weak reference to a loaded model; the lock is held while the model is being loaded.
  private final class Slot: Sendable {
    struct Weak {
      weak var model: LoadedModel?
    }

    let model = Mutex(Weak())
  }

  /// A slot with the number of calls that are using it.
  private struct Entry {
    let slot = Slot()
    var userCount = 0

    var isUnused: Bool { userCount == 0 && slot.model.withLock { $0.model == nil } }
  }

  private static let entries = Mutex<[Key: Entry]>([:])

  /// Returns the model of a file, and loads it unless it is in memory already.
  ///
  /// Weights are packed by a separate thread pool, so that inference with another model does not wait for the loading.
  /// A model in memory whose weights are not all packed yet is completed if `loading` is eager.
  static func shared(
    _ file: GGUFFile, threads: Int, packedCache: PackedCachePolicy, loading: WeightLoading = .eager,
    leaving byteCount: Int = 0, progress: @escaping @Sendable (Double) -> Void
  ) throws(InferenceError) -> LoadedModel {
    let key = Key(
      files: file.shards.map(\.mapping.identifier), identity: ModelIdentity(file), packedCache: packedCache)
    let slot = entries.withLock { entries in
      entries = entries.filter { !$0.value.isUnused }
      var entry = entries[key] ?? Entry()
      entry.userCount += 1
      entries[key] = entry
      return entry.slot
    }
    defer { entries.withLock { $0[key]?.userCount -= 1 } }
    return try slot.model.withLock { known throws(InferenceError) in
      if let loaded = known.model {
        if loading == .eager { try loaded.model.finishLoading(WorkerPool(threads: threads)) }
        progress(1)
        return loaded
      }
      let pool = WorkerPool(threads: threads)
      let model = LoadedModel(
        try DecoderModel(
          file, pool: pool, packedCache: packedCache, loading: loading, leaving: byteCount, progress: progress))
      known.model = model
      return model
    }
  }
}
