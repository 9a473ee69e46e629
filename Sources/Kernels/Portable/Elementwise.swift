#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Portable RMSNorm, residual addition and maxima, for any element count.
  extension Vectors {
    /// RMSNorm, `output = x / √(mean(x²) + epsilon) · weight`; the output may be the input.
    @inline(never)
    package static func rmsNorm(
      _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, count: Int, epsilon: Float,
      into output: UnsafeMutablePointer<Float>
    ) {
      var lanes = SIMD16<Float>()
      var tail: Float = 0
      let whole = count / 16 * 16
      for start in stride(from: 0, to: whole, by: 16) {
        let values = loadVector(x + start)
        lanes += values * values
      }
      for index in whole..<count { tail += x[index] * x[index] }
      let scale = 1 / ((total(lanes) + tail) / Float(count) + epsilon).squareRoot()
      for start in stride(from: 0, to: whole, by: 16) {
        let normed: SIMD16<Float> = loadVector(x + start) * scale
        storeVector(normed * loadVector(weight + start), output + start)
      }
      for index in whole..<count { output[index] = x[index] * scale * weight[index] }
    }

    /// `sum += x`, element by element.
    @inline(never)
    package static func add(_ x: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, count: Int) {
      let whole = count / 16 * 16
      for start in stride(from: 0, to: whole, by: 16) {
        storeVector(loadVector(sum + start) + loadVector(x + start), sum + start)
      }
      for index in whole..<count { sum[index] += x[index] }
    }

    /// The maximum of each block; a comparison with NaN is false, so that NaN is never chosen.
    @inline(never)
    package static func blockMaxima(
      _ x: UnsafePointer<Float>, count: Int, blockSize: Int, into maxima: UnsafeMutablePointer<Float>
    ) {
      var block = 0
      for start in stride(from: 0, to: count, by: blockSize) {
        let end = min(start + blockSize, count)
        let whole = start + (end - start) / 16 * 16
        var lanes = SIMD16<Float>(repeating: -.infinity)
        for index in stride(from: start, to: whole, by: 16) {
          let values = loadVector(x + index)
          lanes.replace(with: values, where: values .> lanes)
        }
        var highest = maximum(of: lanes)
        for index in whole..<end where x[index] > highest { highest = x[index] }
        maxima[block] = highest
        block += 1
      }
    }
  }

  /// The maximum of 16 floats without NaN, as a tree.
  @inline(__always)
  private func maximum(of lanes: SIMD16<Float>) -> Float {
    let eight = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
#endif
