#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// The selective state space of Mamba-2, portable (Dao and Gu 2024): a state that fades as fast as each token says.
  ///
  ///     S ← e^(Δ·A) · S + B ⊗ Δ·x;   output = Cᵀ S + D·x
  ///
  /// S has a row for each element of B and C and a column for each of x. While rows are in registers they take in four
  /// tokens where there are so many; each element goes through the same steps as with one token at a time.
  extension Vectors {
    /// Takes tokens into the state of a head and gives what each of them finds there.
    @inline(never)
    package static func advance(_ steps: StateSpaceSteps) {
      let width = steps.headWidth
      var token = 0
      while token < steps.tokens {
        let isFour = steps.tokens - token >= 4
        let next = steps.from(token: token)
        var column = 0
        while isFour, column + 16 <= width {
          next.from(column: column).takeFourTokens()
          column += 16
        }
        while column + 64 <= width {
          next.from(column: column).takeToken()
          column += 64
        }
        while column + 16 <= width {
          next.from(column: column).takePart()
          column += 16
        }
        while column < width {
          for step in 0..<(isFour ? 4 : 1) { next.from(token: step).from(column: column).takeColumn() }
          column += 1
        }
        token += isFour ? 4 : 1
      }
    }
  }

  extension StateSpaceSteps {
    /// The same steps without the first tokens.
    @inline(__always)
    fileprivate func from(token: Int) -> StateSpaceSteps {
      var steps = self
      steps.x += token * stride
      steps.b += token * stride
      steps.c += token * stride
      steps.decays += 2 * token
      steps.output += token * outputStride
      return steps
    }

    /// The same steps without the first columns.
    @inline(__always)
    fileprivate func from(column: Int) -> StateSpaceSteps {
      var steps = self
      steps.state += column
      steps.x += column
      steps.output += column
      return steps
    }

    /// Takes four tokens, 16 columns: a row of the state is read and written once for all of them.
    @inline(__always)
    fileprivate func takeFourTokens() {
      let (inputs0, inputs1) = (vector(x), vector(x + stride))
      let (inputs2, inputs3) = (vector(x + 2 * stride), vector(x + 3 * stride))
      let (steps0, steps1) = (inputs0 * decays[1], inputs1 * decays[3])
      let (steps2, steps3) = (inputs2 * decays[5], inputs3 * decays[7])
      let (decay0, decay1, decay2, decay3) = (decays[0], decays[2], decays[4], decays[6])
      let (b1, b2, b3) = (b + stride, b + 2 * stride, b + 3 * stride)
      let (c1, c2, c3) = (c + stride, c + 2 * stride, c + 3 * stride)
      var (sum0, sum1) = (SIMD16<Float>(), SIMD16<Float>())
      var (sum2, sum3) = (SIMD16<Float>(), SIMD16<Float>())
      for row in 0..<stateWidth {
        let place = state + row * headWidth
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

    /// Takes one token, 64 columns: sums that do not wait for each other.
    @inline(__always)
    fileprivate func takeToken() {
      let (decay, step) = (decays[0], decays[1])
      let (steps0, steps1) = (vector(x) * step, vector(x + 16) * step)
      let (steps2, steps3) = (vector(x + 32) * step, vector(x + 48) * step)
      var (sum0, sum1) = (SIMD16<Float>(), SIMD16<Float>())
      var (sum2, sum3) = (SIMD16<Float>(), SIMD16<Float>())
      for row in 0..<stateWidth {
        let place = state + row * headWidth
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

    /// Takes one token, 16 columns.
    @inline(__always)
    fileprivate func takePart() {
      let (decay, steps) = (decays[0], vector(x) * decays[1])
      var sum = SIMD16<Float>()
      for row in 0..<stateWidth {
        let new = vector(state + row * headWidth) * decay + steps * b[row]
        put(new, state + row * headWidth)
        sum += new * c[row]
      }
      put(sum + vector(x) * skip, output)
    }

    /// Takes one token, one column.
    @inline(__always)
    fileprivate func takeColumn() {
      let (decay, step) = (decays[0], x[0] * decays[1])
      var sum: Float = 0
      for row in 0..<stateWidth {
        let new = state[row * headWidth] * decay + step * b[row]
        state[row * headWidth] = new
        sum += new * c[row]
      }
      output[0] = sum + x[0] * skip
    }
  }
#endif
