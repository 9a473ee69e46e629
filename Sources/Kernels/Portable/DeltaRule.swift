#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Portable gated delta rule (Yang et al. 2024): a state that maps keys to values and is updated by each token.
  ///
  ///     S ← e^g · S;   S ← S + k ⊗ β (v − kᵀ S);   output = qᵀ S
  ///
  /// S has a row for each element of a key and a column for each of a value.
  extension Vectors {
    /// Updates the state with one token and writes the result of its query.
    @inline(never)
    package static func advance(_ step: DeltaRuleStep, into output: UnsafeMutablePointer<Float>) {
      let (state, query, key, value) = (step.state, step.query, step.key, step.value)
      let (decay, beta, keyWidth, valueWidth) = (step.decay, step.beta, step.keyWidth, step.valueWidth)
      let whole = valueWidth / 16 * 16
      for start in stride(from: 0, to: whole, by: 16) {
        var found = SIMD16<Float>()
        for row in 0..<keyWidth { found += loadVector(state + (row * valueWidth + start)) * key[row] }
        let change = (loadVector(value + start) - found * decay) * beta
        var result = SIMD16<Float>()
        for row in 0..<keyWidth {
          let address = state + (row * valueWidth + start)
          let new = loadVector(address) * decay + change * key[row]
          storeVector(new, address)
          result += new * query[row]
        }
        storeVector(result, output + start)
      }
      for column in whole..<valueWidth {
        var found: Float = 0
        for row in 0..<keyWidth { found += state[row * valueWidth + column] * key[row] }
        let change = (value[column] - found * decay) * beta
        var result: Float = 0
        for row in 0..<keyWidth {
          let new = state[row * valueWidth + column] * decay + change * key[row]
          state[row * valueWidth + column] = new
          result += new * query[row]
        }
        output[column] = result
      }
    }
  }
#endif
