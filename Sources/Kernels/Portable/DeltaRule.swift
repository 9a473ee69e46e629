#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// The gated delta rule, portable (Yang et al. 2024): a state that maps keys to values, corrected with each token.
  ///
  ///     S ← e^g · S;   S ← S + k ⊗ β (v − kᵀ S);   output = qᵀ S
  ///
  /// S has a row for each element of a key and a column for each of a value.
  extension Vectors {
    /// Takes a token into the state and gives what the query finds there.
    @inline(never)
    package static func advance(_ step: DeltaRuleStep, into output: UnsafeMutablePointer<Float>) {
      let (state, query, key, value) = (step.state, step.query, step.key, step.value)
      let (decay, beta, keyWidth, valueWidth) = (step.decay, step.beta, step.keyWidth, step.valueWidth)
      let whole = valueWidth / 16 * 16
      for start in stride(from: 0, to: whole, by: 16) {
        var found = SIMD16<Float>()
        for row in 0..<keyWidth { found += vector(state + (row * valueWidth + start)) * key[row] }
        let change = (vector(value + start) - found * decay) * beta
        var result = SIMD16<Float>()
        for row in 0..<keyWidth {
          let place = state + (row * valueWidth + start)
          let new = vector(place) * decay + change * key[row]
          put(new, place)
          result += new * query[row]
        }
        put(result, output + start)
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
