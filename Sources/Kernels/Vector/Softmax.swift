#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Replaces the scores of a run with softmax weights; see the portable function.
  func updateSoftmax(
    _ first: Int, _ end: Int, _ softCap: Float, _ sums: UnsafeMutablePointer<Float>, _ width: Int
  ) {
    let weights = sums + width
    if first >= AttentionState.run || end <= 0 {
      for lane in stride(from: 0, to: AttentionState.run, by: registerLanes) {
        storeRegister(zeroFloats(), weights + lane)
      }
      weights[AttentionState.correction] = 1
      return
    }
    let isWhole = first <= 0 && end >= AttentionState.run
    var greatest = splat(-.infinity)
    for lane in stride(from: 0, to: AttentionState.run, by: registerLanes) {
      var scores = loadFloats(weights + lane)
      if softCap != 0 { scores = capped(scores, softCap) }
      if !isWhole { scores = visible(scores, first - lane, end - lane, splat(-.infinity)) }
      storeRegister(scores, weights + lane)
      greatest = elementwiseMax(greatest, scores)
    }
    let oldMaximum = weights[AttentionState.maximum]
    let maximum = max(oldMaximum, maximumLane(greatest))
    weights[AttentionState.maximum] = maximum
    let correction = firstLane(exponentials(splat(oldMaximum - maximum)))
    weights[AttentionState.correction] = maximum > oldMaximum ? oldMaximum == -.infinity ? 0 : correction : 1
    // Sums in 16 lanes, regardless of the register width.
    let factor = splat(weights[AttentionState.correction])
    for part in stride(from: 0, to: 16, by: registerLanes) {
      let partTotal = weights + (AttentionState.total + part)
      var total = product(loadFloats(partTotal), factor)
      for lane in stride(from: part, to: AttentionState.run, by: 16) {
        var weight = exponentials(plus(loadFloats(weights + lane), splat(-maximum)))
        if !isWhole { weight = visible(weight, first - lane, end - lane, zeroFloats()) }
        storeRegister(weight, weights + lane)
        total = plus(total, weight)
      }
      storeRegister(total, partTotal)
    }
  }

  @inline(__always)
  private func storeRegister(_ vector: FloatVector, _ address: UnsafeMutablePointer<Float>) {
    storeFloats(vector, registerLanes, address)
  }

  /// Computes cap · tanh(score / cap), with tanh x = 1 − 2 / (exp 2x + 1).
  @inline(__always)
  private func capped(_ score: FloatVector, _ cap: Float) -> FloatVector {
    let e = exponentials(product(score, splat(2 / cap)))
    return plus(splat(cap), quotient(splat(-2 * cap), plus(e, splat(1))))
  }

  /// Computes eˣ with the algorithm of the portable function, using fused multiply-adds.
  @inline(__always)
  private func exponentials(_ argument: FloatVector) -> FloatVector {
    let x = elementwiseMax(elementwiseMin(argument, splat(87)), splat(-87))
    let rounded = multiplyAdd(x, splat(1.442_695_04), splat(12_582_912))
    let n = plus(rounded, splat(-12_582_912))
    let r = multiplyAdd(n, splat(2.121_944_4e-4), multiplyAdd(n, splat(-0.693_359_375), x))
    var series = splat(1 / 5040)
    series = multiplyAdd(series, r, splat(1 / 720))
    series = multiplyAdd(series, r, splat(1 / 120))
    series = multiplyAdd(series, r, splat(1 / 24))
    series = multiplyAdd(series, r, splat(1 / 6))
    series = multiplyAdd(series, r, splat(0.5))
    series = multiplyAdd(series, r, splat(1))
    series = multiplyAdd(series, r, splat(1))
    // The low bits of `rounded` are n; the others are shifted out.
    return scaled(series, byExponentsIn: rounded)
  }
#endif
