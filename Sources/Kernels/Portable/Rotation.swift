#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Portable rotary position embedding (Su et al. 2021).
  ///
  ///     (a, b) = (a·cos − b·sin,  a·sin + b·cos)
  ///
  /// Pairs are either adjacent elements, x[2i] and x[2i+1], or elements half the rotated width apart, x[i] and
  /// x[i + pairs], depending on the architecture. `angles` holds the cosine and sine of each pair.
  extension Vectors {
    /// Rotates the first `2 · pairs` elements of a head, with adjacent elements as pairs.
    @inline(never)
    package static func rotateAdjacentPairs(
      _ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int
    ) {
      for pair in 0..<pairs {
        let (cosine, sine) = (angles[2 * pair], angles[2 * pair + 1])
        let (a, b) = (x[2 * pair], x[2 * pair + 1])
        x[2 * pair] = a * cosine - b * sine
        x[2 * pair + 1] = a * sine + b * cosine
      }
    }

    /// Rotates the first `2 · pairs` elements of a head, pairing element i with element i + `pairs`.
    @inline(never)
    package static func rotateHalves(
      _ x: UnsafeMutablePointer<Float>, by angles: UnsafePointer<Float>, pairs: Int
    ) {
      for pair in 0..<pairs {
        let (cosine, sine) = (angles[2 * pair], angles[2 * pair + 1])
        let (a, b) = (x[pair], x[pair + pairs])
        x[pair] = a * cosine - b * sine
        x[pair + pairs] = a * sine + b * cosine
      }
    }
  }
#endif
