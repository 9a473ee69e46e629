#if arch(x86_64)
  import SwiftletIntrinsics

  /// A panel with all tokens: as many at once as there are registers for, then smaller groups for the rest.
  ///
  /// A token's result is the same in any group, for a group shares nothing but the loads of weights.
  @inline(__always)
  private func multiply<Block: VectorBlock>(
    _ block: Block.Type, _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int,
    _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    var token = 0
    while token < tokens {
      let x = activations + token * stride
      let y = output + token * outputStride
      switch tokens - token {
      case 12...:
        tile(block, TwelveSums(), panel, columns, x, stride, y, outputStride, rows)
        token += 12
      case 4...:
        tile(block, FourSums(), panel, columns, x, stride, y, outputStride, rows)
        token += 4
      case 2...:
        tile(block, TwoSums(), panel, columns, x, stride, y, outputStride, rows)
        token += 2
      default:
        tile(block, OneSum(), panel, columns, x, stride, y, outputStride, rows)
        token += 1
      }
    }
  }

  @inline(__always)
  private func tile<Block: VectorBlock, Sums: IntegerSums>(
    _ block: Block.Type, _ empty: Sums, _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer,
    _ stride: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    var sums = empty
    var weights = panel
    var x = activations
    for _ in 0..<columns / 32 {
      sums.add(block, weights, x, stride)
      weights += Block.byteCount
      x += ActivationBlock.byteCount
    }
    sums.store(rows, output, outputStride)
  }

  /// One panel of Q8_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ8_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ8_0.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q4_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ4_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ4_0.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q4_1 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ4_1(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ4_1.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q5_0 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ5_0(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ5_0.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }

  /// One panel of Q5_1 × tokens: writes `rows` (1…16) results a token.
  @inline(never)
  public func multiplyQ5_1(
    _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
    _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
  ) {
    multiply(VectorQ5_1.self, panel, columns, activations, stride, tokens, output, outputStride, rows)
  }
#endif
