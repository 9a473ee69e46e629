#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Rotary position embedding, portable (Su et al. 2021).
  ///
  ///     (a, b) = (a·cos − b·sin,  a·sin + b·cos)
  ///
  /// Pairs are neighbours, x[2i] and x[2i+1], or lie half of what is rotated apart, x[i] and x[i + pairs]: which of both
  /// is a property of the architecture. `angles` holds cos and sin of each pair side by side.
  extension Vectors {
    /// Rotates the first `2 · pairs` elements of a head, pairs side by side.
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

    /// Rotates the first `2 · pairs` elements of a head, the second of each pair behind all the first ones.
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
