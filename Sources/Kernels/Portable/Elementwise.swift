#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  /// Portable RMSNorm and residual addition, for any element count.
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

  }
#endif
