#if arch(x86_64)
  import BenchmarkIntrinsics

  // As in PeaksAVX512. Products that do not depend on the chain would be hoisted out of the loop, so the accumulators
  // are multiplied.

  /// `vpmaddubsw` and `vpaddw` on 256 bits: 32 products per step, accumulated in 16 bits.
  @inline(never)
  public func runNarrowDot256(rounds: Int, operand: Int32) -> Int32 {
    let x = _mm256_set1_epi32(operand)
    var chains = Chains { _mm256_set1_epi32(operand &+ $0) }
    for _ in 0..<rounds { chains.step { _mm256_add_epi16($0, _mm256_maddubs_epi16($0, x)) } }
    return _mm_cvtsi128_si32(_mm256_castsi256_si128(chains.joined { _mm256_xor_si256($0, $1) }))
  }

  /// `vpmaddubsw`, `vpmaddwd` and `vpaddd` on 256 bits: 32 products per step, accumulated in 32 bits.
  @inline(never)
  public func runWideDot256(rounds: Int, operand: Int32) -> Int32 {
    let x = _mm256_set1_epi32(operand)
    let ones = _mm256_set1_epi16(1)
    var chains = Chains { _mm256_set1_epi32(operand &+ $0) }
    for _ in 0..<rounds {
      chains.step { _mm256_add_epi32($0, _mm256_madd_epi16(_mm256_maddubs_epi16($0, x), ones)) }
    }
    return _mm_cvtsi128_si32(_mm256_castsi256_si128(chains.joined { _mm256_xor_si256($0, $1) }))
  }

  /// `vpmaddwd` and `vpaddd` on 256 bits: 16 products per step, accumulated in 32 bits.
  @inline(never)
  public func runPairDot256(rounds: Int, operand: Int32) -> Int32 {
    let x = _mm256_set1_epi32(operand)
    var chains = Chains { _mm256_set1_epi32(operand &+ $0) }
    for _ in 0..<rounds { chains.step { _mm256_add_epi32($0, _mm256_madd_epi16($0, x)) } }
    return _mm_cvtsi128_si32(_mm256_castsi256_si128(chains.joined { _mm256_xor_si256($0, $1) }))
  }

  /// `vfmadd` on 256 bits: 8 products and sums per step.
  @inline(never)
  public func runFMA256(rounds: Int, operand: Float) -> Float {
    let x = _mm256_set1_ps(operand)
    var chains = Chains { _mm256_set1_ps(operand + Float($0)) }
    for _ in 0..<rounds { chains.step { _mm256_fmadd_ps($0, x, x) } }
    return _mm256_cvtss_f32(chains.joined { _mm256_add_ps($0, $1) })
  }
#endif
