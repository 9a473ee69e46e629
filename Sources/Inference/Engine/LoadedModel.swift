import SwiftletGGUF
import SwiftletKernels
import Synchronization

/// A model in memory, which all engines of its file share.
///
/// Engines differ in their options, and in what they have read; the weights are the same. They leave memory with the last
/// engine.
final class LoadedModel: Sendable {
  let model: DecoderModel

  private init(_ model: DecoderModel) { self.model = model }
}

extension LoadedModel {
  private struct Key: Hashable {
    var files: [MappedFile.Number]
    /// A file that has been written to is another one.
    var identity: ModelIdentity
    var packedCache: PackedCachePolicy
  }

  /// Where a model is while anybody holds it; whoever loads it holds the lock.
  private final class Place: Sendable {
    struct Weak {
      weak var model: LoadedModel?
    }

    let model = Mutex(Weak())
  }

  /// A place, and how many have come for its model and not gone yet.
  private struct Visited {
    let place = Place()
    var visitors = 0

    var isAbandoned: Bool { visitors == 0 && place.model.withLock { $0.model == nil } }
  }

  private static let places = Mutex<[Key: Visited]>([:])

  /// The model of a file, loaded unless it is in memory already.
  ///
  /// It is packed by threads of its own, so that the loops of another model need not wait for those of a load.
  static func shared(
    _ file: GGUFFile, threads: Int, packedCache: PackedCachePolicy, progress: @escaping @Sendable (Double) -> Void
  ) throws(InferenceError) -> LoadedModel {
    let key = Key(
      files: file.shards.map(\.mapping.number), identity: ModelIdentity(file), packedCache: packedCache)
    let place = places.withLock { places in
      places = places.filter { !$0.value.isAbandoned }
      var visited = places[key] ?? Visited()
      visited.visitors += 1
      places[key] = visited
      return visited.place
    }
    defer { places.withLock { $0[key]?.visitors -= 1 } }
    return try place.model.withLock { known throws(InferenceError) in
      if let model = known.model {
        progress(1)
        return model
      }
      let pool = WorkerPool(threads: threads)
      let model = LoadedModel(try DecoderModel(file, pool: pool, packedCache: packedCache, progress: progress))
      known.model = model
      return model
    }
  }
}
