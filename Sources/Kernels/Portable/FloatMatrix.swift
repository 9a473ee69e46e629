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

@inline(__always)
private func multiply<Element: FloatElement>(
  _ element: Element.Type, _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int,
  _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  for token in 0..<tokens {
    let x = (activations + token * stride).assumingMemoryBound(to: Float.self)
    var total = SIMD16<Float>()
    var start = 0
    while start < columns {
      let end = min(start + 32, columns)
      var sum = SIMD16<Float>()
      for column in start..<end {
        sum += Element.load(panel + column * (16 * Element.byteCount)) * x[column]
      }
      total += sum
      start = end
    }
    store(total, rows, to: output + token * outputStride)
  }
}

/// One panel of F32 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyF32(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(Float32Element.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
}

/// One panel of F16 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyF16(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(Float16Element.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
}

/// One panel of BF16 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyBF16(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(BFloat16Element.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
}
