/// The gated delta rule, portable (Yang et al. 2024): a state that maps keys to values, corrected with each token.
///
///     S ← e^g · S;   S ← S + k ⊗ β (v − kᵀ S);   output = qᵀ S
///
/// S has a row for each element of a key and a column for each of a value.

/// Takes a token into the state and gives what the query finds there.
///
/// `decay` is e^g.
@inline(never)
public func deltaRule(
  _ state: UnsafeMutablePointer<Float>, _ query: UnsafePointer<Float>, _ key: UnsafePointer<Float>,
  _ value: UnsafePointer<Float>, _ decay: Float, _ beta: Float, _ keyCount: Int, _ valueCount: Int,
  _ output: UnsafeMutablePointer<Float>
) {
  let whole = valueCount / 16 * 16
  for start in stride(from: 0, to: whole, by: 16) {
    var found = SIMD16<Float>()
    for row in 0..<keyCount { found += vector(state + (row * valueCount + start)) * key[row] }
    let change = (vector(value + start) - found * decay) * beta
    var result = SIMD16<Float>()
    for row in 0..<keyCount {
      let place = state + (row * valueCount + start)
      let new = vector(place) * decay + change * key[row]
      put(new, place)
      result += new * query[row]
    }
    put(result, output + start)
  }
  for column in whole..<valueCount {
    var found: Float = 0
    for row in 0..<keyCount { found += state[row * valueCount + column] * key[row] }
    let change = (value[column] - found * decay) * beta
    var result: Float = 0
    for row in 0..<keyCount {
      let new = state[row * valueCount + column] * decay + change * key[row]
      state[row * valueCount + column] = new
      result += new * query[row]
    }
    output[column] = result
  }
}
