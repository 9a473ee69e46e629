internal import SwiftletGGUF
internal import Synchronization

/// The verification of a mapped matrix's panels on first use, and their repair.
///
/// A pair of panels is hashed when a product first needs it: its bytes are then in the processor's cache for the
/// product itself, so loading costs nothing. The product prefetches the pairs after it, which are verified next; see
/// ``PackedMatrix/prefetch(withBlock:_:)``. A pair that is not as it was written is packed again from the tensor, in
/// this process' copy of the page, before any product uses it.
@safe final class PanelVerifier: Sendable {
  private let file: MappedFile
  private let offset: Int
  private let packer: PanelPacker
  private let hashes: [ContentHash]
  private let damage: PackedCacheDamage
  let states: PairStates
  private let repairing = Mutex(())

  /// The size in bytes of the panels that are verified before a product uses them: they stay in the L2 cache.
  static let blockByteCount = 256 << 10

  /// Creates the verification of the panels at an offset of a writable mapping, with a hash for each pair.
  ///
  /// The panels are inside the file.
  init(_ packer: PanelPacker, _ file: MappedFile, at offset: Int, hashes: [ContentHash], damage: PackedCacheDamage) {
    precondition(hashes.count == packer.groups.pairCount, "there is a hash for each pair")
    (self.file, self.offset, self.packer, self.hashes, self.damage) = (file, offset, packer, hashes, damage)
    states = PairStates(count: hashes.count)
  }

  private var pairByteCount: Int { 2 * packer.panelByteCount }

  private func range(_ pair: Int) -> Range<Int> {
    offset + pair * pairByteCount..<offset + (pair + 1) * pairByteCount
  }

  /// Returns true if pairs are as they were written.
  func areIntact(_ pairs: some Sequence<Int>) -> Bool { pairs.allSatisfy(isIntact) }

  private func isIntact(_ pair: Int) -> Bool {
    unsafe file.withBytes(in: range(pair)) { unsafe ContentHash($0) } == hashes[pair]
  }

  /// Verifies pairs that have not been, and repairs those that are damaged.
  ///
  /// After the call they are right for the calling thread.
  func verify(_ pairs: Range<Int>) {
    precondition(pairs.lowerBound >= 0 && pairs.upperBound <= hashes.count, "panels outside the matrix")
    if states.isDone || pairs.allSatisfy(states.isReady) { return }
    for pair in pairs where !states.isReady(pair) {
      if !isIntact(pair) { repair(pair) }
      states.finish(pair)
    }
  }

  /// Takes all pairs for verified: after ``areIntact(_:)`` was true, or to measure what the verification costs.
  func skip() { states.finishAll() }

  private func repair(_ pair: Int) {
    repairing.withLock { _ in
      // Another thread may have found it first.
      if isIntact(pair) { return }
      // No other thread uses the bytes: one that needs the pair waits here, or only hashes it.
      unsafe file.withWritableBytes(in: range(pair)) { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: bytes.count)
        unsafe packer.pack(pair..<pair + 1, into: start)
      }
      packer.release(pair..<pair + 1)
      damage.add(packer.tensor.name)
    }
  }
}
