public import SwiftletGGUF
internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable
import Synchronization

/// A weight matrix (rows, columns) packed for the kernels, in panels of 16 rows; see ``Panel``.
@safe public final class PackedMatrix: Sendable {
  /// The number of rows, which is the output length.
  public let rows: Int
  /// The number of columns, which is the input length.
  public let columns: Int
  /// The format of the weights.
  public let format: PackedFormat
  let panelByteCount: Int
  let panels: PanelStorage
  /// The rows of the tensor in the panels.
  let groups: RowGroups
  /// The verification of panels that are mapped from a file; nil for those packed in memory.
  let verifier: PanelVerifier?
  /// The packing of panels on first use; nil for those that were packed while loading.
  let lazyPanels: LazyPanels?
  /// The states of panels that are verified or packed on first use.
  private let states: PairStates?

  /// The number of pairs of panels; the last may have fewer than 32 rows.
  var pairCount: Int { groups.pairCount }
  /// The number of rows per pair of panels.
  static let pairRows = Panel.pairRows

  /// The size in memory in bytes.
  public var byteCount: Int { panels.byteCount }

  /// Packs a tensor in parallel, releasing the pages of the file that have been read.
  ///
  /// - Throws: ``KernelError/unsupportedType(tensor:found:supported:)``,
  ///   ``KernelError/outOfMemory(bytes:purpose:)``, or ``KernelError/file(_:)`` with code `notFinite` for the first
  ///   block with a scale, or a weight without one, that is NaN or infinite.
  public convenience init(_ tensor: GGUFTensor, pool: WorkerPool) throws(KernelError) {
    var arena = PanelArena()
    try self.init(tensor, pool: pool, arena: &arena)
  }

  /// Packs a tensor into memory of an arena.
  ///
  /// - Parameters:
  ///   - tensor: The tensor.
  ///   - groups: The number of equal stacked matrices in it, each of which is padded to whole pairs of panels; 0 for a
  ///     single matrix that is not padded.
  ///   - pool: The threads.
  ///   - arena: The memory.
  /// - Throws: As ``init(_:pool:)`` does.
  public convenience init(
    _ tensor: GGUFTensor, groups: Int = 0, pool: WorkerPool, arena: inout PanelArena
  ) throws(KernelError) {
    let packer = try PanelPacker(tensor, groups: groups)
    let (memory, offset) = try arena.allocate(packer.byteCount, for: "tensor \(tensor.name)")
    self.init(packer, PanelStorage(memory, offset..<offset + packer.byteCount))
    let nonFinite = Mutex<Int?>(nil)
    // Safe: the memory was sized for the panels, and each part of the loop writes its own.
    pool.forEach(packer.groups.pairCount, chunk: 8) { _, pairs in
      let start = unsafe memory.start + offset + 2 * pairs.lowerBound * packer.panelByteCount
      defer { packer.release(pairs) }
      guard let block = unsafe packer.pack(pairs, into: start) else { return }
      nonFinite.withLock { $0 = min(block, $0 ?? .max) }
    }
    if let block = nonFinite.withLock({ $0 }) { throw .file(tensor.nonFiniteError(block: block)) }
  }

  /// Packs the transpose of a tensor as 32-bit floats.
  ///
  /// - Throws: ``KernelError/outOfMemory(bytes:purpose:)``, or ``KernelError/file(_:)`` with code `notFinite`.
  public convenience init(transposing tensor: GGUFTensor, arena: inout PanelArena) throws(KernelError) {
    let values: [Float]
    do throws(GGUFError) { values = try tensor.finiteFloats() } catch { throw .file(error) }
    let (rows, columns) = (tensor.columns, tensor.rows)
    guard let groups = RowGroups(0, ofRows: rows) else { preconditionFailure("a matrix is one group of rows") }
    var transpose = [Float](repeating: 0, count: values.count)
    for row in 0..<rows {
      for column in 0..<columns { transpose[row * columns + column] = values[column * rows + row] }
    }
    let packer = PanelPacker(tensor.reshaped([columns, rows]), .f32, groups)
    let (memory, offset) = try arena.allocate(packer.byteCount, for: "tensor \(tensor.name)")
    unsafe transpose.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      for panel in 0..<2 * groups.pairCount {
        let lines = groups.rows(ofPanel: panel)
        if lines.isEmpty { continue }
        // Safe: the memory was sized for the panels, and the transpose has the rows.
        _ = unsafe PackedFormat.f32.pack(
          source + lines.lowerBound * columns * 4, columns * 4, rows: lines.count, columns: columns,
          into: memory.start + offset + panel / 2 * 2 * packer.panelByteCount, isSecond: panel % 2 == 1)
      }
    }
    self.init(packer, PanelStorage(memory, offset..<offset + packer.byteCount))
  }

  /// Creates a matrix whose panels are packed into memory of an arena on first use, and in the background.
  ///
  /// - Parameters:
  ///   - tensor: The tensor.
  ///   - groups: The number of equal stacked matrices in it, as in ``init(_:groups:pool:arena:)``.
  ///   - packing: The packing of all matrices of the model, which also records weights that are NaN or infinite.
  ///   - arena: The memory, which is not touched yet.
  /// - Throws: ``KernelError/unsupportedType(tensor:found:supported:)`` or
  ///   ``KernelError/outOfMemory(bytes:purpose:)``.
  public convenience init(
    _ tensor: GGUFTensor, groups: Int = 0, packing: LazyPacking, arena: inout PanelArena
  ) throws(KernelError) {
    let packer = try PanelPacker(tensor, groups: groups)
    let (memory, offset) = try arena.allocate(packer.byteCount, for: "tensor \(tensor.name)")
    self.init(
      packer, PanelStorage(memory, offset..<offset + packer.byteCount),
      LazyPanels(packer, packing, in: memory, at: offset))
    packing.add(self)
  }

  private init(
    _ packer: PanelPacker, _ panels: PanelStorage, _ lazyPanels: LazyPanels? = nil, verifier: PanelVerifier? = nil
  ) {
    (rows, columns, format) = (packer.groups.packedRows, packer.tensor.columns, packer.format)
    (panelByteCount, groups, self.panels) = (packer.panelByteCount, packer.groups, panels)
    (self.verifier, self.lazyPanels) = (verifier, lazyPanels)
    states = verifier?.states ?? lazyPanels?.states
  }

  /// Maps the packed panels of a tensor from a file; nil if they are out of bounds.
  ///
  /// `hashes` has one for each pair of panels, which are verified when they are first used.
  convenience init?(
    _ tensor: GGUFTensor, _ format: PackedFormat, _ groups: RowGroups, in file: MappedFile, at offset: Int,
    hashes: [ContentHash], damage: PackedCacheDamage
  ) {
    guard let byteCount = Self.byteCount(of: tensor, format, groups), offset >= 0, offset <= file.count - byteCount,
      hashes.count == groups.pairCount, let panels = PanelStorage(file, offset..<offset + byteCount)
    else { return nil }
    let packer = PanelPacker(tensor, format, groups)
    self.init(
      packer, panels, verifier: PanelVerifier(packer, file, at: offset, hashes: hashes, damage: damage))
  }

  /// Returns the size in bytes of the panels that a tensor is packed into; nil for a type without kernels.
  ///
  /// Groups of rows are not padded here, which matters only for stacks of few rows.
  public static func packedByteCount(of tensor: GGUFTensor) -> Int? {
    guard let format = PackedFormat(tensor.type), let groups = RowGroups(0, ofRows: tensor.rows) else { return nil }
    return byteCount(of: tensor, format, groups)
  }

  /// The packed size of a tensor in bytes; nil on overflow.
  static func byteCount(of tensor: GGUFTensor, _ format: PackedFormat, _ groups: RowGroups) -> Int? {
    // No format takes more than 4 bytes per element plus the factors of a block.
    guard tensor.columns < 1 << 40, tensor.rows < 1 << 40 else { return nil }
    let (count, overflow) = (2 * groups.pairCount)
      .multipliedReportingOverflow(by: format.panelByteCount(columns: tensor.columns))
    return overflow ? nil : count
  }

  /// The address of a pair of panels, whose contents may not be verified yet.
  func address(ofPair index: Int) -> UnsafeRawPointer {
    precondition(index >= 0 && index < pairCount, "panels outside the matrix")
    // Safe: the index was checked.
    return unsafe panels.start + 2 * index * panelByteCount
  }

  /// Calls `body` with consecutive blocks of a range of pairs and the address of each block's first pair, after the
  /// verification or packing of the block.
  ///
  /// - Parameters:
  ///   - pairs: The pairs.
  ///   - limit: The maximum number of pairs of a block.
  ///   - scratch: The scratch memory of the pool.
  ///   - thread: The index of the calling thread in the pool.
  ///   - body: A closure that multiplies by a block.
  @inline(__always)
  func forEachBlock(
    in pairs: Range<Int>, limit: Int, _ scratch: PanelScratch, thread: Int,
    _ body: (_ block: Range<Int>, _ panels: UnsafeRawPointer) -> Void
  ) {
    if let states, !states.isDone {
      return unsafe prepareEachBlock(in: pairs, limit: limit, scratch, thread: thread, body)
    }
    let step = max(1, limit)
    for start in stride(from: pairs.lowerBound, to: pairs.upperBound, by: step) {
      unsafe body(start..<min(start + step, pairs.upperBound), address(ofPair: start))
    }
  }

  @inline(never)
  private func prepareEachBlock(
    in pairs: Range<Int>, limit: Int, _ scratch: PanelScratch, thread: Int,
    _ body: (_ block: Range<Int>, _ panels: UnsafeRawPointer) -> Void
  ) {
    if let lazyPanels {
      return unsafe lazyPanels.forEachBlock(in: pairs, limit: limit, scratch, thread: thread, body)
    }
    // So that panels to be verified are read from memory only once; of equal size, as each prefetches the next.
    let most = max(1, min(limit, PanelVerifier.blockByteCount / (2 * panelByteCount)))
    let blocks = max(1, (pairs.count + most - 1) / most)
    let step = max(1, (pairs.count + blocks - 1) / blocks)
    for start in stride(from: pairs.lowerBound, to: pairs.upperBound, by: step) {
      let block = start..<min(start + step, pairs.upperBound)
      verifier?.verify(block)
      unsafe body(block, address(ofPair: start))
    }
  }

  /// The prefetch distances of a product with a block of pairs.
  ///
  /// A block that has just been verified is in a cache, and the one after it is read next, by its verification.
  func prefetch(withBlock pairCount: Int, _ own: WeightPrefetch) -> WeightPrefetch {
    guard let verifier, !verifier.states.isDone else { return own }
    return WeightPrefetch(near: 2 * pairCount * panelByteCount, far: 0)
  }

  /// Makes all panels ready: packs those that are not packed yet, and verifies and repairs those of a file.
  func prepareAll() {
    lazyPanels?.packAll()
    verifier?.verify(0..<pairCount)
  }
}
