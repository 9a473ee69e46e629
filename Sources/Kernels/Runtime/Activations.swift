internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// The forms in which products take activations.
public struct ActivationForms: OptionSet, Sendable {
  /// The forms as bits.
  public let rawValue: Int

  /// Creates the forms from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// In 8 bits, for integer weights.
  public static let bytes = ActivationForms(rawValue: 1)
  /// As 32-bit floats, for float weights.
  public static let floats = ActivationForms(rawValue: 2)
  /// In 16-bit fixed point, for weights of 16 bits.
  public static let fixedPoint = ActivationForms(rawValue: 4)
}

/// The input of matrix products: rows of floats, and the same rows side by side in groups; see ``ActivationGroup``.
///
/// Where a row lies in its group depends on how many rows the batch has: products have to be given the number that the
/// rows were prepared with.
@safe public final class Activations: Sendable {
  /// The rows as floats.
  public let values: FloatRows
  private let blocks: AlignedMemory
  private let floats: AlignedMemory
  private let fixedPoint: AlignedMemory

  /// The number of elements in a row.
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

  /// The groups of a batch: ranges of its rows.
  static func groupCount(rows: Int) -> Int { (rows + ActivationGroup.tokens - 1) / ActivationGroup.tokens }

  static func group(_ index: Int, of rows: Int) -> Range<Int> {
    index * ActivationGroup.tokens..<min((index + 1) * ActivationGroup.tokens, rows)
  }

  /// The group that begins with a row, in one of the forms.
  func group(from row: Int, _ form: ActivationForms) -> UnsafeMutableRawPointer {
    precondition(row >= 0 && row < values.rows && row % ActivationGroup.tokens == 0, "no group begins with that row")
    let memory = form == .bytes ? blocks : form == .floats ? floats : fixedPoint
    // Safe: the row was checked.
    return unsafe memory.start + row * byteCount(form)
  }

  /// What a row takes in one of the forms.
  func byteCount(_ form: ActivationForms) -> Int {
    switch form {
    case .bytes: blocksPerRow * ActivationBlock.byteCount
    case .fixedPoint: 4 * FixedPoint.units(columns)
    default: 4 * columns
    }
  }

  /// Brings the rows of a group into forms that products take.
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

  /// The group that begins with a row, as floats or what is as large.
  private func floats(from row: Int, _ form: ActivationForms) -> UnsafeMutablePointer<Float> {
    // Safe: the memory holds nothing else.
    unsafe group(from: row, form).assumingMemoryBound(to: Float.self)
  }
}
