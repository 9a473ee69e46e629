#if arch(x86_64)
  import SwiftletIntrinsics

  /// Float weights × 32-bit float activations, AVX-512.
  ///
  ///     y[row] = Σ_columns w · x
  ///
  /// As in the portable kernel, each run of 32 columns is summed on its own before it joins the total.

  /// How a float format keeps 16 weights.
  protocol VectorElement {
    static var byteCount: Int { get }
    static func load(_ weights: UnsafeRawPointer) -> __m512
  }

  enum VectorF32: VectorElement {
    static var byteCount: Int { 4 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> __m512 { _mm512_loadu_ps(weights) }
  }

  enum VectorF16: VectorElement {
    static var byteCount: Int { 2 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> __m512 {
      _mm512_cvtph_ps(_mm256_loadu_si256(weights.assumingMemoryBound(to: __m256i.self)))
    }
  }

  enum VectorBF16: VectorElement {
    static var byteCount: Int { 2 }
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer) -> __m512 {
      let bits = _mm256_loadu_si256(weights.assumingMemoryBound(to: __m256i.self))
      return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))
    }
  }

  @inline(__always)
  private func multiply<Element: VectorElement>(
    _ element: Element.Type, _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer,
    _ stride: Int, _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    var token = 0
    while token < tokens {
      let x = activations + token * stride
      let y = output + token * outputStride
      switch tokens - token {
      case 12...:
        multiply(element, TwelveTokens.self, panel, columns, x, stride, y, outputStride, rows)
        token += 12
      case 4...:
        multiply(element, FourTokens.self, panel, columns, x, stride, y, outputStride, rows)
        token += 4
      default:
        multiply(element, OneToken.self, panel, columns, x, stride, y, outputStride, rows)
        token += 1
      }
    }
  }

  @inline(__always)
  private func multiply<Element: VectorElement, Tile: TokenTile>(
    _ element: Element.Type, _ tile: Tile.Type, _ panel: UnsafeRawPointer, _ columns: Int,
    _ activations: UnsafeRawPointer, _ stride: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int,
    _ rows: Int
  ) {
    var tile = Tile()
    var start = 0
    while start < columns {
      let end = min(start + 32, columns)
      for column in start..<end {
        tile.multiply(Element.load(panel + column * (16 * Element.byteCount)), activations + 4 * column, stride)
      }
      tile.endRun()
      start = end
    }
    tile.store(rows, output, outputStride)
  }

  /// One panel of F32 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyF32(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorF32.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of F16 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyF16(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorF16.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of BF16 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyBF16(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorBF16.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }
#endif
