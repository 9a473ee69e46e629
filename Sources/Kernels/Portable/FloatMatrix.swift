/// Float weights × 32-bit float activations, portable.
///
///     y[row] = Σ_columns w · x
///
/// Each run of 32 columns is summed on its own before it joins the total, which keeps the rounding error of long rows
/// near that of short ones.

/// How a float format keeps 16 weights.
protocol FloatElement {
  static var byteCount: Int { get }
  static func load(_ weights: UnsafeRawPointer) -> SIMD16<Float>
}

enum Float32Element: FloatElement {
  static var byteCount: Int { 4 }
  @inline(__always)
  static func load(_ weights: UnsafeRawPointer) -> SIMD16<Float> { weights.load(as: SIMD16<Float>.self) }
}

enum Float16Element: FloatElement {
  static var byteCount: Int { 2 }
  @inline(__always)
  static func load(_ weights: UnsafeRawPointer) -> SIMD16<Float> { floats(f16: weights.load(as: SIMD16<UInt16>.self)) }
}

enum BFloat16Element: FloatElement {
  static var byteCount: Int { 2 }
  @inline(__always)
  static func load(_ weights: UnsafeRawPointer) -> SIMD16<Float> { floats(bf16: weights.load(as: SIMD16<UInt16>.self)) }
}

/// Panels of a float format × tokens.
///
/// Many tokens meet a block of columns that has been widened into `scratch`, if there is one, before they meet the next.
@inline(__always)
func multiplyFloats<Element: FloatElement>(
  _ element: Element.Type, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
  _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
  _ nearFetch: Int, _ farFetch: Int, _ scratch: UnsafeMutablePointer<Float>?
) {
  let columnStride = Panel.pairRows * Element.byteCount
  for firstRow in stride(from: 0, to: rows, by: Panel.rows) {
    let panel = PairPart(panels, panelByteCount, row: firstRow).place(0, 0, Element.byteCount)
    let (output, rows) = (output + firstRow, min(Panel.rows, rows - firstRow))
    guard let scratch, tokens >= FloatBlock.manyTokens, Element.byteCount < Float32Element.byteCount else {
      multiplyBlock(
        element, panel, columnStride, 0..<columns, of: columns, activations, tokens, output, outputStride, rows)
      continue
    }
    for first in stride(from: 0, to: columns, by: FloatBlock.columns) {
      let block = first..<min(first + FloatBlock.columns, columns)
      for column in block {
        store(Element.load(panel + column * columnStride), Panel.rows, to: scratch + (column - first) * Panel.rows)
      }
      multiplyBlock(
        Float32Element.self, scratch, Panel.rows * Float32Element.byteCount, block, of: columns, activations, tokens,
        output, outputStride, rows)
    }
  }
}

/// Some columns of a panel × tokens, where `weights` begin with the block's.
@inline(__always)
private func multiplyBlock<Element: FloatElement>(
  _ element: Element.Type, _ weights: UnsafeRawPointer, _ columnStride: Int, _ block: Range<Int>, of columns: Int,
  _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
  _ rows: Int
) {
  for token in 0..<tokens {
    let (x, xStride) = tokenPlace(activations, token, of: tokens, columns, 4)
    let output = output + token * outputStride
    var total = SIMD16<Float>()
    if block.lowerBound > 0 { for row in 0..<rows { total[row] = output[row] } }
    var weights = weights
    var start = block.lowerBound
    while start < block.upperBound {
      let end = min(start + 32, block.upperBound)
      var sum = SIMD16<Float>()
      for column in start..<end {
        sum += Element.load(weights) * x.load(fromByteOffset: column * xStride, as: Float.self)
        weights += columnStride
      }
      total += sum
      start = end
    }
    store(total, rows, to: output)
  }
}
