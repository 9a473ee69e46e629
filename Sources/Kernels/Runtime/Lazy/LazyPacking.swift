public import SwiftletGGUF
internal import Synchronization

/// The packing of a model's matrices on first use and in the background.
///
/// A model is usable as soon as its file is mapped: see ``LazyPanels``. After loading, a thread of low priority packs
/// the matrices in the order in which they were loaded, which is that of the forward pass, and pauses while products
/// pack what they need. It ends early when the matrices are freed.
///
/// ```swift
/// let packing = LazyPacking()
/// var arena = PanelArena()
/// let matrix = try PackedMatrix(tensor, packing: packing, arena: &arena)
/// let collapser = packing.start(arena)
/// ```
public final class LazyPacking: Sendable {
  private struct Entry {
    weak let matrix: PackedMatrix?
  }

  private struct Failure {
    var index: Int
    var block: Int
    var error: GGUFError
  }

  private let entries = Mutex<[Entry]>([])
  private let failure = Mutex<Failure?>(nil)
  private let hasFailed = Atomic(false)
  private let matrixCount = Atomic<Int>(0)
  private let uses = Atomic<Int>(0)
  private let nanoseconds = Atomic<Int>(0)
  private let threads: Int
  private let finished = EventCount()
  private let writer = Mutex<PackedCacheWriter?>(nil)

  /// The maximum number of pauses, a millisecond each, before the next block is packed even though products go on.
  private static let maximumPauses = 20

  /// Creates the packing of matrices that are used by a number of threads.
  public init(threads: Int = 1) { self.threads = max(1, threads) }

  /// The error about a block with a scale, or a weight without one, that is NaN or infinite; nil if none was found yet.
  ///
  /// Of several it is the first in the order of loading. Products with that block have been computed, so this is to be
  /// checked after each pass.
  public var error: GGUFError? {
    guard hasFailed.load(ordering: .acquiring) else { return nil }
    return failure.withLock { $0?.error }
  }

  /// The size in bytes of the panels that are not packed yet.
  public var remainingByteCount: Int { matrices.reduce(0) { $0 + ($1.lazyPanels?.remainingByteCount ?? 0) } }

  /// The writing of packed weights to disk, which begins when all are packed; nil before, and if there is none.
  public var cacheWriter: PackedCacheWriter? { writer.withLock { $0 } }

  /// The processor time of packing for good, divided by the number of threads.
  var packingTime: Duration { .nanoseconds(nanoseconds.load(ordering: .relaxed) / threads) }

  private var matrices: [PackedMatrix] { entries.withLock { $0.compactMap(\.matrix) } }

  /// Waits until the background thread has packed all matrices, or has ended because they were freed.
  public func wait() { finished.wait(while: 0) }

  /// Packs all matrices now, on all threads of a pool.
  ///
  /// - Throws: ``KernelError/file(_:)`` as ``error``.
  public func finish(_ pool: WorkerPool) throws(KernelError) {
    for matrix in matrices {
      guard let panels = matrix.lazyPanels, !panels.states.isDone else { continue }
      pool.forEach(panels.states.count, chunk: 8) { _, pairs in panels.packAll(in: pairs) }
      panels.packAll()
    }
    if let error { throw .file(error) }
  }

  /// Starts the background thread; afterwards it starts to write a cache and to collapse huge pages.
  ///
  /// - Parameters:
  ///   - arena: The memory of the matrices.
  ///   - cache: The cache with the matrices; nil for none.
  /// - Returns: The collapsing of huge pages, which ends without any if the matrices are freed before.
  public func start(_ arena: PanelArena, writing cache: PackedCache? = nil) -> HugePageCollapser {
    let (collapser, writing) = (arena.makeCollapser(), cache?.deferredWriting())
    let isRunning = startThread { [self] in
      lowerThreadPriority()
      if packAll(), error == nil {
        let writer = writing?.start(packingTime: packingTime)
        self.writer.withLock { $0 = writer }
        collapser.start()
      } else {
        collapser.cancel()
      }
      finished.advance()
    }
    // Products pack all that they need more than once.
    if !isRunning {
      collapser.cancel()
      finished.advance()
    }
    return collapser
  }

  /// Packs all matrices, and returns false if they were freed meanwhile.
  private func packAll() -> Bool {
    let entries = self.entries.withLock { $0 }
    var lastUses = uses.load(ordering: .relaxed)
    for entry in entries {
      var next = 0
      while true {
        yieldToProducts(&lastUses)
        // Held for one block at a time, so that a model that is unloaded is freed soon.
        guard let panels = entry.matrix?.lazyPanels else { return false }
        guard let end = panels.packBlock(from: next) else { break }
        next = end
      }
    }
    // Products may still be packing their last blocks.
    for entry in entries {
      while true {
        guard let panels = entry.matrix?.lazyPanels else { return false }
        if panels.states.isDone { break }
        pauseThread(microseconds: 1000)
      }
    }
    return true
  }

  /// Pauses as long as products need panels that are not packed yet, up to a limit.
  private func yieldToProducts(_ lastUses: inout Int) {
    for _ in 0..<Self.maximumPauses {
      let now = uses.load(ordering: .relaxed)
      if now == lastUses { return }
      lastUses = now
      pauseThread(microseconds: 1000)
    }
  }
}

extension LazyPacking {
  /// Returns the next index in the order of loading.
  func nextIndex() -> Int { matrixCount.add(1, ordering: .relaxed).oldValue }

  /// Adds a matrix, whose panels are created with this packing.
  func add(_ matrix: PackedMatrix) { entries.withLock { $0.append(Entry(matrix: matrix)) } }

  /// Notes that a product needs panels of a matrix that is not packed completely.
  func noteUse() { uses.add(1, ordering: .relaxed) }

  /// Adds processor time of packing.
  func addTime(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    nanoseconds.add(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000), ordering: .relaxed)
  }

  /// Records a block of a matrix that is NaN or infinite.
  func record(_ tensor: GGUFTensor, _ index: Int, block: Int) {
    failure.withLock { failure in
      if let failure, (failure.index, failure.block) <= (index, block) { return }
      failure = Failure(index: index, block: block, error: tensor.nonFiniteError(block: block))
    }
    hasFailed.store(true, ordering: .releasing)
  }
}
