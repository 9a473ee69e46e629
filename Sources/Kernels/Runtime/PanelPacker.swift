internal import SwiftletGGUF
internal import SwiftletKernelsPortable

/// The packing of a tensor's rows into panels.
struct PanelPacker: Sendable {
  let tensor: GGUFTensor
  let format: PackedFormat
  let groups: RowGroups
  let panelByteCount: Int

  /// Creates the packing; the tensor has the rows of the groups.
  init(_ tensor: GGUFTensor, _ format: PackedFormat, _ groups: RowGroups) {
    (self.tensor, self.format, self.groups) = (tensor, format, groups)
    panelByteCount = format.panelByteCount(columns: tensor.columns)
  }

  /// Creates the packing of a tensor, or of a number of equal stacked matrices in it.
  ///
  /// - Throws: ``KernelError/unsupportedType(tensor:found:supported:)``.
  init(_ tensor: GGUFTensor, groups: Int) throws(KernelError) {
    guard let format = PackedFormat(tensor.type) else {
      throw .unsupportedType(
        tensor: tensor.name, found: tensor.type.name, supported: PackedFormat.allCases.map { $0.rawValue.uppercased() })
    }
    guard let rowGroups = RowGroups(groups, ofRows: tensor.rows) else {
      // A mistake of the caller: the plan of tensors has required the last dimension of each stack to be their number.
      preconditionFailure("\(tensor.rows) rows are not \(groups) equal groups")
    }
    self.init(tensor, format, rowGroups)
  }

  /// The size of all panels in bytes.
  var byteCount: Int { 2 * groups.pairCount * panelByteCount }

  /// Packs a range of pairs of panels into zeroed memory that begins with the first of them.
  ///
  /// - Returns: The first block of the tensor with a scale, or a weight without one, that is NaN or infinite.
  @discardableResult
  func pack(_ pairs: Range<Int>, into first: UnsafeMutableRawPointer) -> Int? {
    let (columns, type) = (tensor.columns, tensor.type)
    var nonFinite: Int?
    unsafe tensor.withBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      let bytesPerRow = bytes.count / tensor.rows
      for panel in 2 * pairs.lowerBound..<2 * pairs.upperBound {
        // Safe: the reader validated that the tensor has rows × bytesPerRow bytes; the memory was sized for the panels.
        let rows = groups.rows(ofPanel: panel)
        if rows.isEmpty { continue }
        let lines = unsafe UnsafeRawBufferPointer(
          start: source + rows.lowerBound * bytesPerRow, count: rows.count * bytesPerRow)
        let pair = unsafe first + 2 * (panel / 2 - pairs.lowerBound) * panelByteCount
        let isFinite = unsafe format.pack(
          source + rows.lowerBound * bytesPerRow, bytesPerRow, rows: rows.count, columns: columns, into: pair,
          isSecond: panel % 2 == 1)
        guard nonFinite == nil, !isFinite, let block = unsafe type.firstNonFiniteBlock(in: lines) else { continue }
        nonFinite = rows.lowerBound * bytesPerRow / type.bytesPerBlock + block
      }
    }
    return nonFinite
  }

  /// Releases the pages of the file with a range of pairs, so that the file and its packed form are not both resident.
  func release(_ pairs: Range<Int>) {
    guard !pairs.isEmpty, tensor.rows > 0 else { return }
    let (first, last) = (groups.rows(ofPanel: 2 * pairs.lowerBound), groups.rows(ofPanel: 2 * pairs.upperBound - 1))
    let (begin, end) = (first.lowerBound * tensor.bytesPerRow, last.upperBound * tensor.bytesPerRow)
    tensor.mapping.release(tensor.range.lowerBound + begin..<tensor.range.lowerBound + end)
  }
}
