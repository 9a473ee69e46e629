/// The selective state space of Mamba-2, portable (Dao and Gu 2024): a state that fades as fast as each token says.
///
///     S ← e^(Δ·A) · S + B ⊗ Δ·x;   output = Cᵀ S + D·x
///
/// S has a row for each element of B and C and a column for each of x. While rows are in registers they take in four
/// tokens where there are so many; each element goes through the same steps as with one token at a time.

/// Takes tokens into the state of a head and gives what each of them finds there.
///
/// `x`, `b` and `c` are those of the first token; those of the next come `stride` floats later. `paces` holds e^(Δ·A) and
/// Δ of each token, `skip` is D.
@inline(never)
public func advanceStateSpace(
  _ state: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
  _ c: UnsafePointer<Float>, _ stride: Int, _ paces: UnsafePointer<Float>, _ skip: Float, _ tokenCount: Int,
  _ stateCount: Int, _ width: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int
) {
  var token = 0
  while token < tokenCount {
    let isFour = tokenCount - token >= 4
    let (x, b, c) = (x + token * stride, b + token * stride, c + token * stride)
    let (paces, output) = (paces + 2 * token, output + token * outputStride)
    var column = 0
    while isFour, column + 16 <= width {
      takeFourTokens(
        state + column, x + column, b, c, stride, paces, skip, stateCount, width, output + column, outputStride)
      column += 16
    }
    while column + 64 <= width {
      takeToken(state + column, x + column, b, c, paces, skip, stateCount, width, output + column)
      column += 64
    }
    while column + 16 <= width {
      takePart(state + column, x + column, b, c, paces, skip, stateCount, width, output + column)
      column += 16
    }
    while column < width {
      for step in 0..<(isFour ? 4 : 1) {
        takeColumn(
          state + column, x[step * stride + column], b + step * stride, c + step * stride, paces + 2 * step, skip,
          stateCount, width, output + (step * outputStride + column))
      }
      column += 1
    }
    token += isFour ? 4 : 1
  }
}

/// Four tokens, 16 columns: a row of the state is read and written once for all of them.
@inline(__always)
private func takeFourTokens(
  _ state: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
  _ c: UnsafePointer<Float>, _ stride: Int, _ paces: UnsafePointer<Float>, _ skip: Float, _ stateCount: Int,
  _ width: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int
) {
  let (inputs0, inputs1) = (vector(x), vector(x + stride))
  let (inputs2, inputs3) = (vector(x + 2 * stride), vector(x + 3 * stride))
  let (steps0, steps1) = (inputs0 * paces[1], inputs1 * paces[3])
  let (steps2, steps3) = (inputs2 * paces[5], inputs3 * paces[7])
  let (decay0, decay1, decay2, decay3) = (paces[0], paces[2], paces[4], paces[6])
  let (b1, b2, b3) = (b + stride, b + 2 * stride, b + 3 * stride)
  let (c1, c2, c3) = (c + stride, c + 2 * stride, c + 3 * stride)
  var (sum0, sum1) = (SIMD16<Float>(), SIMD16<Float>())
  var (sum2, sum3) = (SIMD16<Float>(), SIMD16<Float>())
  for row in 0..<stateCount {
    let place = state + row * width
    let first = vector(place) * decay0 + steps0 * b[row]
    sum0 += first * c[row]
    let second = first * decay1 + steps1 * b1[row]
    sum1 += second * c1[row]
    let third = second * decay2 + steps2 * b2[row]
    sum2 += third * c2[row]
    let fourth = third * decay3 + steps3 * b3[row]
    sum3 += fourth * c3[row]
    put(fourth, place)
  }
  put(sum0 + inputs0 * skip, output)
  put(sum1 + inputs1 * skip, output + outputStride)
  put(sum2 + inputs2 * skip, output + 2 * outputStride)
  put(sum3 + inputs3 * skip, output + 3 * outputStride)
}

/// One token, 64 columns: sums that do not wait for each other.
@inline(__always)
private func takeToken(
  _ state: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
  _ c: UnsafePointer<Float>, _ paces: UnsafePointer<Float>, _ skip: Float, _ stateCount: Int, _ width: Int,
  _ output: UnsafeMutablePointer<Float>
) {
  let (decay, step) = (paces[0], paces[1])
  let (steps0, steps1) = (vector(x) * step, vector(x + 16) * step)
  let (steps2, steps3) = (vector(x + 32) * step, vector(x + 48) * step)
  var (sum0, sum1) = (SIMD16<Float>(), SIMD16<Float>())
  var (sum2, sum3) = (SIMD16<Float>(), SIMD16<Float>())
  for row in 0..<stateCount {
    let place = state + row * width
    let (factor, weight) = (b[row], c[row])
    let (new0, new1) = (vector(place) * decay + steps0 * factor, vector(place + 16) * decay + steps1 * factor)
    let (new2, new3) = (vector(place + 32) * decay + steps2 * factor, vector(place + 48) * decay + steps3 * factor)
    put(new0, place)
    put(new1, place + 16)
    put(new2, place + 32)
    put(new3, place + 48)
    sum0 += new0 * weight
    sum1 += new1 * weight
    sum2 += new2 * weight
    sum3 += new3 * weight
  }
  put(sum0 + vector(x) * skip, output)
  put(sum1 + vector(x + 16) * skip, output + 16)
  put(sum2 + vector(x + 32) * skip, output + 32)
  put(sum3 + vector(x + 48) * skip, output + 48)
}

/// One token, 16 columns.
@inline(__always)
private func takePart(
  _ state: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
  _ c: UnsafePointer<Float>, _ paces: UnsafePointer<Float>, _ skip: Float, _ stateCount: Int, _ width: Int,
  _ output: UnsafeMutablePointer<Float>
) {
  let (decay, steps) = (paces[0], vector(x) * paces[1])
  var sum = SIMD16<Float>()
  for row in 0..<stateCount {
    let new = vector(state + row * width) * decay + steps * b[row]
    put(new, state + row * width)
    sum += new * c[row]
  }
  put(sum + vector(x) * skip, output)
}

/// One token, one column.
@inline(__always)
private func takeColumn(
  _ state: UnsafeMutablePointer<Float>, _ x: Float, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
  _ paces: UnsafePointer<Float>, _ skip: Float, _ stateCount: Int, _ width: Int, _ output: UnsafeMutablePointer<Float>
) {
  let (decay, step) = (paces[0], x * paces[1])
  var sum: Float = 0
  for row in 0..<stateCount {
    let new = state[row * width] * decay + step * b[row]
    state[row * width] = new
    sum += new * c[row]
  }
  output[0] = sum + x * skip
}
