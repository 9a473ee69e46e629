#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Portable LayerNorm (Ba et al. 2016), with or without a bias.
  ///
  ///     output = (x − mean(x)) / √(variance(x) + epsilon) · weight + bias
  ///
  /// The variance is computed from the differences to the mean, so a mean far from 0 does not reduce its precision.
  extension Vectors {
    /// Normalises `count` floats; the output may alias the input.
    @inline(never)
    package static func layerNorm(
      _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, bias: UnsafePointer<Float>?, count: Int, epsilon: Float,
      into output: UnsafeMutablePointer<Float>
    ) {
      let whole = count / 16 * 16
      var lanes = SIMD16<Float>()
      var tail: Float = 0
      for start in stride(from: 0, to: whole, by: 16) { lanes += loadVector(x + start) }
      for index in whole..<count { tail += x[index] }
      let mean = (total(lanes) + tail) / Float(count)
      (lanes, tail) = (SIMD16(), 0)
      for start in stride(from: 0, to: whole, by: 16) {
        let difference = loadVector(x + start) - mean
        lanes += difference * difference
      }
      for index in whole..<count { tail += (x[index] - mean) * (x[index] - mean) }
      let scale = 1 / ((total(lanes) + tail) / Float(count) + epsilon).squareRoot()
      for start in stride(from: 0, to: whole, by: 16) {
        let normed: SIMD16<Float> = (loadVector(x + start) - mean) * scale
        storeVector(normed * loadVector(weight + start), output + start)
      }
      for index in whole..<count { output[index] = (x[index] - mean) * scale * weight[index] }
      if let bias { add(bias, to: output, count: count) }
    }
  }
#endif
