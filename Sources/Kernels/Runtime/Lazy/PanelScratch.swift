internal import Synchronization

/// The scratch memory of each thread of a pool, for panels that are packed for one product.
///
/// It is used again and again, so that packing into it causes no page faults and stays in the processor's cache.
@safe final class PanelScratch: Sendable {
  /// The layout of the panels that were in the memory last.
  ///
  /// Bytes that a layout does not use stay zero as long as it does not change.
  struct Layout: Equatable {
    var format: PackedFormat
    var panelByteCount: Int
  }

  /// Memory that is freed with its last reference.
  @safe private final class Memory {
    let start: UnsafeMutableRawPointer
    let byteCount: Int

    init(byteCount: Int) {
      self.byteCount = byteCount
      unsafe start = .allocate(byteCount: byteCount, alignment: 64)
    }

    deinit { unsafe start.deallocate() }
  }

  private struct State {
    var memory: Memory?
    var layout: Layout?

    /// The address of at least `byteCount` bytes, which are zero where panels of the layout need them to be.
    ///
    /// `isComplete` tells if all rows of the panels will be written.
    mutating func address(_ byteCount: Int, _ layout: Layout, isComplete: Bool) -> UnsafeMutableRawPointer {
      let memory: Memory
      if let known = self.memory, known.byteCount >= byteCount {
        memory = known
      } else {
        memory = Memory(byteCount: byteCount)
        (self.memory, self.layout) = (memory, nil)
      }
      if self.layout != layout || !isComplete {
        // All of it, as the next panels of the layout may take more.
        unsafe memory.start.initializeMemory(as: UInt8.self, repeating: 0, count: memory.byteCount)
        self.layout = layout
      }
      return unsafe memory.start
    }
  }

  private final class Slot: Sendable {
    let state = Mutex(State())
  }

  private let slots: [Slot]

  /// Creates scratch memory for a number of threads, which is allocated when it is needed.
  init(threads: Int) { slots = (0..<threads).map { _ in Slot() } }

  /// Calls `body` with the address of memory for panels of a layout.
  ///
  /// - Parameters:
  ///   - thread: The index of the calling thread in its pool.
  ///   - byteCount: The size.
  ///   - layout: The layout of the panels.
  ///   - isComplete: True if the panels have no missing rows, which have to be zero.
  ///   - body: A closure that packs the panels into the memory, and uses them.
  func withMemory(
    thread: Int, _ byteCount: Int, for layout: Layout, isComplete: Bool, _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    let done: Void? = slots[thread].state.withLockIfAvailable { state in
      unsafe body(state.address(byteCount, layout, isComplete: isComplete))
    }
    if done != nil { return }
    // Two callers run loops that are too short for the pool's threads, both as its first thread.
    var state = State()
    unsafe body(state.address(byteCount, layout, isComplete: isComplete))
    withExtendedLifetime(state.memory) {}
  }
}
