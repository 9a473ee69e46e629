#if arch(x86_64)
  import BenchmarkIntrinsics

  // Each function executes `rounds` steps in every chain, one instruction per step. Callers count operations per step.
  // The caller passes the operand and receives the result, so that nothing is constant-folded.

  /// `vpdpbusd` on 512 bits: 64 products and sums per step.
  @inline(never)
  public func runDot512(rounds: Int, operand: Int32) -> Int32 {
    let x = _mm512_set1_epi32(operand)
    var chains = Chains { _mm512_set1_epi32(operand &+ $0) }
    for _ in 0..<rounds { chains.step { _mm512_dpbusd_epi32($0, x, x) } }
    return _mm_cvtsi128_si32(_mm512_castsi512_si128(chains.joined { _mm512_xor_si512($0, $1) }))
  }

  /// `vpdpbusd` on 256 bits: 32 products and sums per step.
  @inline(never)
  public func runDot256(rounds: Int, operand: Int32) -> Int32 {
    let x = _mm256_set1_epi32(operand)
    var chains = Chains { _mm256_set1_epi32(operand &+ $0) }
    // The unmasked form is a macro, which Swift does not import; the compiler removes a mask of ones.
    for _ in 0..<rounds { chains.step { _mm256_mask_dpbusd_epi32($0, 0xFF, x, x) } }
    return _mm_cvtsi128_si32(_mm256_castsi256_si128(chains.joined { _mm256_xor_si256($0, $1) }))
  }

  // The compiler would hoist products that do not depend on the chain out of the loop; see PeaksAVX2.

  /// `vpdpwssd` on 512 bits: 32 products and sums per step.
  @inline(never)
  public func runPairDot512(rounds: Int, operand: Int32) -> Int32 {
    let x = _mm512_set1_epi32(operand)
    var chains = Chains { _mm512_set1_epi32(operand &+ $0) }
    for _ in 0..<rounds { chains.step { _mm512_dpwssd_epi32($0, $0, x) } }
    return _mm_cvtsi128_si32(_mm512_castsi512_si128(chains.joined { _mm512_xor_si512($0, $1) }))
  }

  /// `vpdpwssd` on 256 bits: 16 products and sums per step.
  @inline(never)
  public func runPairDot256(rounds: Int, operand: Int32) -> Int32 {
    let x = _mm256_set1_epi32(operand)
    var chains = Chains { _mm256_set1_epi32(operand &+ $0) }
    for _ in 0..<rounds { chains.step { _mm256_mask_dpwssd_epi32($0, 0xFF, $0, x) } }
    return _mm_cvtsi128_si32(_mm256_castsi256_si128(chains.joined { _mm256_xor_si256($0, $1) }))
  }

  /// `vfmadd` on 512 bits: 16 products and sums per step.
  @inline(never)
  public func runFMA512(rounds: Int, operand: Float) -> Float {
    let x = _mm512_set1_ps(operand)
    var chains = Chains { _mm512_set1_ps(operand + Float($0)) }
    for _ in 0..<rounds { chains.step { _mm512_fmadd_ps($0, x, x) } }
    return _mm512_cvtss_f32(chains.joined { _mm512_add_ps($0, $1) })
  }
#endif
