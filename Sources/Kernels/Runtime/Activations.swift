internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// The forms of activations that matrix products require.
public struct ActivationForms: OptionSet, Sendable {
  /// The forms as a bit mask.
  public let rawValue: Int

  /// Creates a set of forms from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// 8-bit quantised activations, for integer weights.
  public static let bytes = ActivationForms(rawValue: 1)
  /// 32-bit float activations, for float weights.
  public static let floats = ActivationForms(rawValue: 2)
  /// 16-bit fixed-point activations, for 16-bit weights.
  public static let fixedPoint = ActivationForms(rawValue: 4)
}

/// The input of matrix products: rows of floats, and the same rows interleaved in groups; see ``ActivationGroup``.
///
/// The layout of a group depends on the number of rows in the batch, so products require the row count with which the
/// rows were prepared.
@safe public final class Activations: Sendable {
  /// The rows as floats.
  public let values: FloatRows
  private let blocks: AlignedMemory
  private let floats: AlignedMemory
  private let fixedPoint: AlignedMemory

  /// The number of elements per row.
  public var columns: Int { values.columns }

  private var blocksPerRow: Int { columns / ActivationBlock.columns }

  /// Allocates `rows` × `columns` zeros in all forms.
  public init(rows: Int, columns: Int) throws(KernelError) {
    values = try FloatRows(rows: rows, columns: columns)
    blocks = try AlignedMemory(
      byteCount: rows * (columns / ActivationBlock.columns) * ActivationBlock.byteCount,
      for: "\(rows) × \(columns) quantised activations")
    floats = try AlignedMemory(byteCount: rows * columns * 4, for: "\(rows) × \(columns) activations in groups")
    fixedPoint = try AlignedMemory(
      byteCount: rows * FixedPoint.units(columns) * 4, for: "\(rows) × \(columns) fixed-point activations")
  }

  /// The number of groups of a batch.
  static func groupCount(rows: Int) -> Int { (rows + ActivationGroup.tokens - 1) / ActivationGroup.tokens }

  static func group(_ index: Int, of rows: Int) -> Range<Int> {
    index * ActivationGroup.tokens..<min((index + 1) * ActivationGroup.tokens, rows)
  }

  /// The address of the group that begins with a row, in one of the forms.
  func group(from row: Int, _ form: ActivationForms) -> UnsafeMutableRawPointer {
    precondition(row >= 0 && row < values.rows && row % ActivationGroup.tokens == 0, "no group begins with that row")
    let memory = form == .bytes ? blocks : form == .floats ? floats : fixedPoint
    // Safe: the row was checked.
    return unsafe memory.start + row * byteCount(form)
  }

  /// The size in bytes of a row in one of the forms.
  func byteCount(_ form: ActivationForms) -> Int {
    switch form {
    case .bytes: blocksPerRow * ActivationBlock.byteCount
    case .fixedPoint: 4 * FixedPoint.units(columns)
    default: 4 * columns
    }
  }

  /// Converts the rows of a group to the given forms.
  func prepare(_ group: Range<Int>, _ forms: ActivationForms, _ vectors: any VectorKernels.Type) {
    if forms.contains(.bytes) {
      let stride = group.count * ActivationBlock.byteCount
      for (lane, row) in group.enumerated() {
        unsafe vectors.quantize(
          values.row(row), count: columns,
          into: self.group(from: group.lowerBound, .bytes) + lane * ActivationBlock.byteCount, stride: stride)
      }
    }
    let rows = unsafe ActivationRows(
      values.row(group.lowerBound), stride: values.stride, rows: group.count, columns: columns)
    if forms.contains(.floats) { unsafe vectors.interleave(rows, into: floats(from: group.lowerBound, .floats)) }
    if forms.contains(.fixedPoint) {
      unsafe vectors.convertToFixedPoint(rows, into: floats(from: group.lowerBound, .fixedPoint))
    }
  }

  /// The address of the group that begins with a row, as 32-bit elements.
  private func floats(from row: Int, _ form: ActivationForms) -> UnsafeMutablePointer<Float> {
    // Safe: the memory holds nothing else.
    unsafe group(from: row, form).assumingMemoryBound(to: Float.self)
  }
}
