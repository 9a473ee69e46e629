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

  /// The number of pairs of panels; the last may have fewer than 32 rows.
  var pairCount: Int { Self.pairCount(rows: rows) }
  /// The number of rows per pair of panels.
  static let pairRows = Panel.pairRows

  private static func pairCount(rows: Int) -> Int { (rows + pairRows - 1) / pairRows }
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
  /// - Throws: As ``init(_:pool:)`` does.
  public init(_ tensor: GGUFTensor, pool: WorkerPool, arena: inout PanelArena) throws(KernelError) {
    guard let format = PackedFormat(tensor.type) else {
      throw .unsupportedType(
        tensor: tensor.name, found: tensor.type.name, supported: PackedFormat.allCases.map { $0.rawValue.uppercased() })
    }
    (rows, columns, self.format) = (tensor.rows, tensor.columns, format)
    let panelByteCount = format.panelByteCount(columns: tensor.columns)
    let pairCount = Self.pairCount(rows: tensor.rows)
    let size = 2 * pairCount * panelByteCount
    let (memory, offset) = try arena.allocate(size, for: "tensor \(tensor.name)")
    self.panelByteCount = panelByteCount
    panels = PanelStorage(memory, offset..<offset + size)
    let (rows, columns, type) = (tensor.rows, tensor.columns, tensor.type)
    let isRepacked = type.repackableFormat != nil
    let nonFinite = Mutex<Int?>(nil)
    pool.forEach(pairCount, chunk: 8) { _, pairs in
      unsafe tensor.withBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        let bytesPerRow = bytes.count / rows
        for panel in 2 * pairs.lowerBound..<2 * pairs.upperBound where panel * Panel.rows < rows {
          // Safe: the reader validated that the tensor has rows × bytesPerRow bytes; the memory was sized for the
          // panels.
          let first = panel * Panel.rows
          let count = min(Panel.rows, rows - first)
          let lines = unsafe UnsafeRawBufferPointer(start: source + first * bytesPerRow, count: count * bytesPerRow)
          var isFinite = true
          unsafe type.withRowsToPack(source + first * bytesPerRow, bytesPerRow, count, columns) { rows, bytesPerRow in
            isFinite = unsafe format.pack(
              rows, bytesPerRow, rows: count, columns: columns,
              into: memory.start + (offset + panel / 2 * 2 * panelByteCount), isSecond: panel % 2 == 1)
          }
          // Repacking replaces what is not finite, and takes far longer than reading the scales again.
          guard !isFinite || isRepacked, let block = unsafe type.firstNonFiniteBlock(in: lines) else { continue }
          let index = first * bytesPerRow / type.bytesPerBlock + block
          nonFinite.withLock { $0 = min(index, $0 ?? .max) }
        }
        // Released immediately, so that the file and its packed form are not both resident, even for a single tensor.
        let start = tensor.range.lowerBound + pairs.lowerBound * Self.pairRows * bytesPerRow
        let end = tensor.range.lowerBound + min(pairs.upperBound * Self.pairRows, rows) * bytesPerRow
        tensor.mapping.release(start..<end)
      }
    }
    if let block = nonFinite.withLock({ $0 }) { throw .file(tensor.nonFiniteError(block: block)) }
  }

  /// Maps the packed panels of a tensor from a file; nil if they are out of bounds.
  init?(_ tensor: GGUFTensor, _ format: PackedFormat, in file: MappedFile, at offset: Int) {
    guard let byteCount = Self.byteCount(of: tensor, format), offset >= 0, offset <= file.count - byteCount,
      let panels = PanelStorage(file, offset..<offset + byteCount)
    else { return nil }
    (rows, columns, self.format) = (tensor.rows, tensor.columns, format)
    panelByteCount = format.panelByteCount(columns: tensor.columns)
    self.panels = panels
  }

  /// The packed size of a tensor in bytes; nil on overflow.
  static func byteCount(of tensor: GGUFTensor, _ format: PackedFormat) -> Int? {
    // No format takes more than 4 bytes per element plus the factors of a block.
    guard tensor.columns < 1 << 40, tensor.rows < 1 << 40 else { return nil }
    let (count, overflow) = (2 * pairCount(rows: tensor.rows))
      .multipliedReportingOverflow(by: format.panelByteCount(columns: tensor.columns))
    return overflow ? nil : count
  }

  /// The address of a pair of panels.
  func pair(_ index: Int) -> UnsafeRawPointer {
    precondition(index >= 0 && index < pairCount, "panels outside the matrix")
    // Safe: the index was checked.
    return unsafe panels.start + 2 * index * panelByteCount
  }
}
