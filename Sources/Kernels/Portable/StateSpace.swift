#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Portable selective scan of Mamba-2 (Dao and Gu 2024): a state with token-dependent decay.
  ///
  ///     S ← e^(Δ·A) · S + B ⊗ Δ·x;   output = Cᵀ S + D·x
  ///
  /// S has a row for each element of B and C and a column for each element of x. Four tokens are processed per pass
  /// over the state where possible; the operations on each element are the same as with one token at a time.
  extension Vectors {
    /// Updates the state of a head with a sequence of tokens, and writes the output of each.
    @inline(never)
    package static func advance(_ steps: StateSpaceSteps) {
      let width = steps.headWidth
      var token = 0
      while token < steps.tokens {
        let isFour = steps.tokens - token >= 4
        let next = steps.advanced(tokens: token)
        var column = 0
        while isFour, column + 16 <= width {
          next.advanced(columns: column).advanceFourTokens()
          column += 16
        }
        while column + 64 <= width {
          next.advanced(columns: column).advance64Columns()
          column += 64
        }
        while column + 16 <= width {
          next.advanced(columns: column).advance16Columns()
          column += 16
        }
        while column < width {
          for step in 0..<(isFour ? 4 : 1) { next.advanced(tokens: step).advanced(columns: column).advanceColumn() }
          column += 1
        }
        token += isFour ? 4 : 1
      }
    }
  }

  extension StateSpaceSteps {
    /// The steps without the first `tokens` tokens.
    @inline(__always)
    fileprivate func advanced(tokens: Int) -> StateSpaceSteps {
      var steps = self
      steps.x += tokens * stride
      steps.b += tokens * stride
      steps.c += tokens * stride
      steps.decays += 2 * tokens
      steps.output += tokens * outputStride
      return steps
    }

    /// The steps without the first `columns` columns.
    @inline(__always)
    fileprivate func advanced(columns: Int) -> StateSpaceSteps {
      var steps = self
      steps.state += columns
      steps.x += columns
      steps.output += columns
      return steps
    }

    /// Processes 16 columns for four tokens, reading and writing each row of the state once.
    @inline(__always)
    fileprivate func advanceFourTokens() {
      let (inputs0, inputs1) = (loadVector(x), loadVector(x + stride))
      let (inputs2, inputs3) = (loadVector(x + 2 * stride), loadVector(x + 3 * stride))
      let (steps0, steps1) = (inputs0 * decays[1], inputs1 * decays[3])
      let (steps2, steps3) = (inputs2 * decays[5], inputs3 * decays[7])
      let (decay0, decay1, decay2, decay3) = (decays[0], decays[2], decays[4], decays[6])
      let (b1, b2, b3) = (b + stride, b + 2 * stride, b + 3 * stride)
      let (c1, c2, c3) = (c + stride, c + 2 * stride, c + 3 * stride)
      var (sum0, sum1) = (SIMD16<Float>(), SIMD16<Float>())
      var (sum2, sum3) = (SIMD16<Float>(), SIMD16<Float>())
      for row in 0..<stateWidth {
        let address = state + row * headWidth
        let first = loadVector(address) * decay0 + steps0 * b[row]
        sum0 += first * c[row]
        let second = first * decay1 + steps1 * b1[row]
        sum1 += second * c1[row]
        let third = second * decay2 + steps2 * b2[row]
        sum2 += third * c2[row]
        let fourth = third * decay3 + steps3 * b3[row]
        sum3 += fourth * c3[row]
        storeVector(fourth, address)
      }
      storeVector(sum0 + inputs0 * skip, output)
      storeVector(sum1 + inputs1 * skip, output + outputStride)
      storeVector(sum2 + inputs2 * skip, output + 2 * outputStride)
      storeVector(sum3 + inputs3 * skip, output + 3 * outputStride)
    }

    /// Processes 64 columns for one token, in four independent sums.
    @inline(__always)
    fileprivate func advance64Columns() {
      let (decay, step) = (decays[0], decays[1])
      let (steps0, steps1) = (loadVector(x) * step, loadVector(x + 16) * step)
      let (steps2, steps3) = (loadVector(x + 32) * step, loadVector(x + 48) * step)
      var (sum0, sum1) = (SIMD16<Float>(), SIMD16<Float>())
      var (sum2, sum3) = (SIMD16<Float>(), SIMD16<Float>())
      for row in 0..<stateWidth {
        let address = state + row * headWidth
        let (factor, weight) = (b[row], c[row])
        let (old0, old1) = (loadVector(address), loadVector(address + 16))
        let (old2, old3) = (loadVector(address + 32), loadVector(address + 48))
        let (new0, new1) = (old0 * decay + steps0 * factor, old1 * decay + steps1 * factor)
        let (new2, new3) = (old2 * decay + steps2 * factor, old3 * decay + steps3 * factor)
        storeVector(new0, address)
        storeVector(new1, address + 16)
        storeVector(new2, address + 32)
        storeVector(new3, address + 48)
        sum0 += new0 * weight
        sum1 += new1 * weight
        sum2 += new2 * weight
        sum3 += new3 * weight
      }
      storeVector(sum0 + loadVector(x) * skip, output)
      storeVector(sum1 + loadVector(x + 16) * skip, output + 16)
      storeVector(sum2 + loadVector(x + 32) * skip, output + 32)
      storeVector(sum3 + loadVector(x + 48) * skip, output + 48)
    }

    /// Processes 16 columns for one token.
    @inline(__always)
    fileprivate func advance16Columns() {
      let (decay, steps) = (decays[0], loadVector(x) * decays[1])
      var sum = SIMD16<Float>()
      for row in 0..<stateWidth {
        let new = loadVector(state + row * headWidth) * decay + steps * b[row]
        storeVector(new, state + row * headWidth)
        sum += new * c[row]
      }
      storeVector(sum + loadVector(x) * skip, output)
    }

    /// Processes one column for one token.
    @inline(__always)
    fileprivate func advanceColumn() {
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
