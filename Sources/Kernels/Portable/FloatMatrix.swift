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

/// Weights of a float format as 32-bit floats, `count` of them, a multiple of 32.
@inline(__always)
func widenFloats<Element: FloatElement>(
  _ element: Element.Type, _ weights: UnsafeRawPointer, _ count: Int, _ floats: UnsafeMutablePointer<Float>
) {
  for start in stride(from: 0, to: count, by: Panel.rows) {
    store(Element.load(weights + start * Element.byteCount), Panel.rows, to: floats + start)
  }
}

/// Panels of a float format × tokens.
@inline(__always)
func multiplyFloats<Element: FloatElement>(
  _ element: Element.Type, _ panels: UnsafeRawPointer, _ panelByteCount: Int, _ rows: Int, _ columns: Int,
  _ activations: UnsafeRawPointer, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
  _ nearFetch: Int, _ farFetch: Int
) {
  for firstRow in stride(from: 0, to: rows, by: Panel.rows) {
    let panel = PairPart(panels, panelByteCount, row: firstRow).place(0, 0, Element.byteCount)
    for token in 0..<tokens {
      let (x, xStride) = tokenPlace(activations, token, of: tokens, columns, 4)
      var total = SIMD16<Float>()
      var start = 0
      while start < columns {
        let end = min(start + 32, columns)
        var sum = SIMD16<Float>()
        for column in start..<end {
          let activation = x.load(fromByteOffset: column * xStride, as: Float.self)
          sum += Element.load(panel + column * (32 * Element.byteCount)) * activation
        }
        total += sum
        start = end
      }
      store(total, min(Panel.rows, rows - firstRow), to: output + (token * outputStride + firstRow))
    }
  }
}
