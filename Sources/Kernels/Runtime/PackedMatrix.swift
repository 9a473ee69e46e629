public import SwiftletGGUF
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
  public init(
    _ tensor: GGUFTensor, groups: Int = 0, pool: WorkerPool, arena: inout PanelArena
  ) throws(KernelError) {
    guard let format = PackedFormat(tensor.type) else {
      throw .unsupportedType(
        tensor: tensor.name, found: tensor.type.name, supported: PackedFormat.allCases.map { $0.rawValue.uppercased() })
    }
    guard let rowGroups = RowGroups(groups, ofRows: tensor.rows) else {
      // A mistake of the caller: the plan of tensors has required the last dimension of each stack to be their number.
      preconditionFailure("\(tensor.rows) rows are not \(groups) equal groups")
    }
    let packer = PanelPacker(tensor, format, rowGroups)
    let (panelByteCount, pairCount) = (packer.panelByteCount, rowGroups.pairCount)
    let size = 2 * pairCount * panelByteCount
    let (memory, offset) = try arena.allocate(size, for: "tensor \(tensor.name)")
    (rows, columns, self.format) = (rowGroups.packedRows, tensor.columns, format)
    (self.panelByteCount, self.groups, verifier) = (panelByteCount, rowGroups, nil)
    panels = PanelStorage(memory, offset..<offset + size)
    let nonFinite = Mutex<Int?>(nil)
    // Safe: the memory was sized for the panels, and each part of the loop writes its own.
    pool.forEach(pairCount, chunk: 8) { _, pairs in
      guard let block = unsafe packer.pack(pairs, into: memory.start + offset) else { return }
      nonFinite.withLock { $0 = min(block, $0 ?? .max) }
    }
    if let block = nonFinite.withLock({ $0 }) { throw .file(tensor.nonFiniteError(block: block)) }
  }

  /// Maps the packed panels of a tensor from a file; nil if they are out of bounds.
  ///
  /// `hashes` has one for each pair of panels, which are verified when they are first used.
  init?(
    _ tensor: GGUFTensor, _ format: PackedFormat, _ groups: RowGroups, in file: MappedFile, at offset: Int,
    hashes: [UInt64], damage: PackedCacheDamage
  ) {
    guard let byteCount = Self.byteCount(of: tensor, format, groups), offset >= 0, offset <= file.count - byteCount,
      hashes.count == groups.pairCount, let panels = PanelStorage(file, offset..<offset + byteCount)
    else { return nil }
    let packer = PanelPacker(tensor, format, groups)
    (rows, columns, self.format) = (groups.packedRows, tensor.columns, format)
    (panelByteCount, self.groups) = (packer.panelByteCount, groups)
    self.panels = panels
    verifier = PanelVerifier(packer, file, at: offset, hashes: hashes, damage: damage)
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

  /// The address of the first of some pairs of panels, after their verification.
  func verified(_ pairs: Range<Int>) -> UnsafeRawPointer {
    if let verifier, !verifier.isDone { verifier.verify(pairs) }
    return unsafe address(ofPair: pairs.lowerBound)
  }

  /// Verifies all panels, and repairs those that are damaged.
  func verify() { verifier?.verify(0..<pairCount) }

  /// The maximum number of pairs for a product at once, so that panels to be verified are read from memory only once.
  var pairLimit: Int {
    guard let verifier, !verifier.isDone else { return .max }
    return max(1, PanelVerifier.blockByteCount / (2 * panelByteCount))
  }
}
