internal import SwiftletGGUF
internal import SwiftletKernelsPortable

/// The panels of a matrix that are packed when products need them, and in the background.
///
/// The first product that needs a pair of panels packs it into scratch memory, since the page faults of new memory cost
/// more than packing does. A product that needs it again packs it for good, unless ``LazyPacking`` has. The panels are
/// the same bytes in either memory, so results do not depend on that.
@safe final class LazyPanels: Sendable {
  let states: PairStates
  private let packer: PanelPacker
  private let packing: LazyPacking
  /// The index of the matrix in the order of the forward pass.
  private let index: Int
  private let memory: AlignedMemory
  private let offset: Int

  /// The size in bytes of the panels that are packed before a product uses them: they stay in the L2 cache.
  static let blockByteCount = 256 << 10

  /// Creates panels at an offset of zeroed memory, which has room for them.
  init(_ packer: PanelPacker, _ packing: LazyPacking, in memory: AlignedMemory, at offset: Int) {
    (self.packer, self.packing, self.memory, self.offset) = (packer, packing, memory, offset)
    index = packing.nextIndex()
    states = PairStates(count: packer.groups.pairCount)
  }

  private var pairByteCount: Int { 2 * packer.panelByteCount }
  /// The number of pairs that are packed at once.
  private var blockPairs: Int { max(1, Self.blockByteCount / max(1, pairByteCount)) }

  /// The size in bytes of the panels that are not packed yet.
  var remainingByteCount: Int { states.remainingCount * pairByteCount }

  private func address(_ pair: Int) -> UnsafeMutableRawPointer {
    precondition(pair >= 0 && pair < states.count, "panels outside the matrix")
    // Safe: the index was checked, and the memory has room for all pairs.
    return unsafe memory.start + offset + pair * pairByteCount
  }

  /// Calls `body` with consecutive blocks of a range of pairs and the address of each block's first pair.
  ///
  /// - Parameters:
  ///   - pairs: The pairs.
  ///   - limit: The maximum number of pairs of a block.
  ///   - scratch: The scratch memory of the pool.
  ///   - thread: The index of the calling thread in the pool.
  ///   - body: A closure that multiplies by a block.
  func forEachBlock(
    in pairs: Range<Int>, limit: Int, _ scratch: PanelScratch, thread: Int,
    _ body: (_ block: Range<Int>, _ panels: UnsafeRawPointer) -> Void
  ) {
    packing.noteUse()
    let limits = (ready: max(1, limit), packed: max(1, min(limit, blockPairs)))
    var start = pairs.lowerBound
    var next: PairStates.Use?
    while start < pairs.upperBound {
      // A pair whose use was noted already began the block after the last one.
      let use = next ?? states.use(start)
      next = nil
      var end = start + 1
      let last = min(start + (use == .ready ? limits.ready : limits.packed), pairs.upperBound)
      while end < last {
        let following = states.use(end)
        guard following == use else {
          next = following
          break
        }
        end += 1
      }
      switch use {
      case .ready:
        unsafe body(start..<end, UnsafeRawPointer(address(start)))
      case .claimed:
        pack(start..<end)
        unsafe body(start..<end, UnsafeRawPointer(address(start)))
      case .transient: unsafe packTransiently(start..<end, scratch, thread: thread, body)
      }
      start = end
    }
  }

  private func packTransiently(
    _ pairs: Range<Int>, _ scratch: PanelScratch, thread: Int,
    _ body: (_ block: Range<Int>, _ panels: UnsafeRawPointer) -> Void
  ) {
    let layout = PanelScratch.Layout(format: packer.format, panelByteCount: packer.panelByteCount)
    unsafe scratch.withMemory(
      thread: thread, pairs.count * pairByteCount, for: layout, isComplete: packer.groups.areComplete(pairs)
    ) { memory in
      if let block = unsafe packer.pack(pairs, into: memory) { packing.record(packer.tensor, index, block: block) }
      unsafe body(pairs, UnsafeRawPointer(memory))
    }
  }

  /// Packs pairs that the caller has claimed, and releases the pages of the file that they were read from.
  private func pack(_ pairs: Range<Int>) {
    let start = threadProcessorTime()
    if let block = unsafe packer.pack(pairs, into: address(pairs.lowerBound)) {
      packing.record(packer.tensor, index, block: block)
    }
    packer.release(pairs)
    packing.addTime(threadProcessorTime() - start)
    for pair in pairs { states.finish(pair) }
  }

  /// Packs the first pairs from `first` on that no other thread does, about as many as a product does at once.
  ///
  /// - Returns: The first pair after them; nil if there were none.
  func packBlock(from first: Int, before limit: Int? = nil) -> Int? {
    let limit = min(limit ?? .max, states.count)
    guard let start = (first..<max(first, limit)).first(where: { states.claim($0) }) else { return nil }
    var end = start + 1
    while end < min(start + blockPairs, limit), states.claim(end) { end += 1 }
    pack(start..<end)
    return end
  }

  /// Packs pairs that no other thread does.
  func packAll(in pairs: Range<Int>) {
    var next = pairs.lowerBound
    while let end = packBlock(from: next, before: pairs.upperBound) { next = end }
  }

  /// Packs all pairs, and waits for those that other threads are packing.
  func packAll() {
    packAll(in: 0..<states.count)
    while !states.isDone { pauseThread(microseconds: 100) }
  }
}
