#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  // Reductions of four registers at a time, as a tree over a single one leaves most lanes idle.

  /// Sums the lanes of each register as a tree, adding upper halves to lower halves.
  @inline(__always)
  func laneSums(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector, _ d: FloatVector) -> SIMD4<Float> {
    let (left, right) = halves(fourSums(a), fourSums(b), fourSums(c), fourSums(d)) { $0 + $1 }
    return pairSums(left, right)
  }

  /// The maximum lane of each register.
  @inline(__always)
  func laneMaxima(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector, _ d: FloatVector) -> SIMD4<Float> {
    let (left, right) = halves(fourMaxima(a), fourMaxima(b), fourMaxima(c), fourMaxima(d), greater)
    return greater(
      SIMD4(lowHalf: left.evenHalf, highHalf: right.evenHalf), SIMD4(lowHalf: left.oddHalf, highHalf: right.oddHalf))
  }

  @inline(__always)
  private func greater(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { x.replacing(with: y, where: y .> x) }

  /// Combines the upper halves of four vectors with their lower halves.
  @inline(__always)
  private func halves(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>,
    _ join: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>) {
    (
      join(SIMD4(lowHalf: a.lowHalf, highHalf: b.lowHalf), SIMD4(lowHalf: a.highHalf, highHalf: b.highHalf)),
      join(SIMD4(lowHalf: c.lowHalf, highHalf: d.lowHalf), SIMD4(lowHalf: c.highHalf, highHalf: d.highHalf))
    )
  }
#endif
