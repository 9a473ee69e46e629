#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// LayerNorm, portable (Ba et al. 2016), with or without a bias.
  ///
  ///     output = (x − mean(x)) / √(variance(x) + epsilon) · weight + bias
  ///
  /// The variance is that of the differences from the mean: a mean far from 0 costs no bits of it.
  extension Vectors {
    /// Normalises `count` floats; the output may be the input.
    @inline(never)
    package static func layerNorm(
      _ x: UnsafePointer<Float>, weight: UnsafePointer<Float>, bias: UnsafePointer<Float>?, count: Int, epsilon: Float,
      into output: UnsafeMutablePointer<Float>
    ) {
      let whole = count / 16 * 16
      var lanes = SIMD16<Float>()
      var tail: Float = 0
      for start in stride(from: 0, to: whole, by: 16) { lanes += vector(x + start) }
      for index in whole..<count { tail += x[index] }
      let mean = (total(lanes) + tail) / Float(count)
      (lanes, tail) = (SIMD16(), 0)
      for start in stride(from: 0, to: whole, by: 16) {
        let difference = vector(x + start) - mean
        lanes += difference * difference
      }
      for index in whole..<count { tail += (x[index] - mean) * (x[index] - mean) }
      let scale = 1 / ((total(lanes) + tail) / Float(count) + epsilon).squareRoot()
      for start in stride(from: 0, to: whole, by: 16) {
        let normed: SIMD16<Float> = (vector(x + start) - mean) * scale
        put(normed * vector(weight + start), output + start)
      }
      for index in whole..<count { output[index] = (x[index] - mean) * scale * weight[index] }
      if let bias { add(bias, to: output, count: count) }
    }
  }
#endif
