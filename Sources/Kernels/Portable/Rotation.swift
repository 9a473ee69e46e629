/// Rotary position embedding, portable (Su et al. 2021), pairs side by side as the `llama` architecture has them.
///
///     (x[2i], x[2i+1]) = (x[2i]·cos − x[2i+1]·sin,  x[2i]·sin + x[2i+1]·cos)

/// Rotates the first `2 · pairs` elements of a head; `angles` holds cos and sin of each pair side by side.
@inline(never)
public func rotateAdjacentPairs(_ x: UnsafeMutablePointer<Float>, _ angles: UnsafePointer<Float>, _ pairs: Int) {
  for pair in 0..<pairs {
    let (cosine, sine) = (angles[2 * pair], angles[2 * pair + 1])
    let (a, b) = (x[2 * pair], x[2 * pair + 1])
    x[2 * pair] = a * cosine - b * sine
    x[2 * pair + 1] = a * sine + b * cosine
  }
}
