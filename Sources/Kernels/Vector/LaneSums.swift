#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  // Lanes of four registers at a time: a tree over one alone leaves most of a register idle.

  /// The sum of the lanes of each register, as a tree: upper halves are added to lower ones.
  @inline(__always)
  func laneSums(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector, _ d: FloatVector) -> SIMD4<Float> {
    let (left, right) = halves(fourSums(a), fourSums(b), fourSums(c), fourSums(d)) { $0 + $1 }
    return pairSums(left, right)
  }

  /// The greatest lane of each register.
  @inline(__always)
  func greatestLanes(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector, _ d: FloatVector) -> SIMD4<Float> {
    let (left, right) = halves(fourGreatest(a), fourGreatest(b), fourGreatest(c), fourGreatest(d), greater)
    return greater(
      SIMD4(lowHalf: left.evenHalf, highHalf: right.evenHalf), SIMD4(lowHalf: left.oddHalf, highHalf: right.oddHalf))
  }

  @inline(__always)
  private func greater(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { x.replacing(with: y, where: y .> x) }

  /// The upper halves of four vectors, joined to their lower ones.
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
