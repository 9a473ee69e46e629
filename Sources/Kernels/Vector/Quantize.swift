#if arch(x86_64) || arch(arm64)
  /// Quantises `count` floats, a multiple of 32, into blocks of ``ActivationBlock`` that lie `stride` bytes apart.
  ///
  /// The method is that of the portable function, and so is every bit of the result: products and sums are rounded as
  /// there, and the sums are taken in its order, which is a tree over 16 lanes.
  @inline(never)
  public func quantizeActivations(
    _ values: UnsafePointer<Float>, _ count: Int, _ blocks: UnsafeMutableRawPointer, _ stride: Int
  ) {
    for index in 0..<count / 32 {
      let source = values + 32 * index
      let block = blocks + index * stride
      var greatest = zeroFloats()
      for place in Swift.stride(from: 0, to: 32, by: registerLanes) {
        greatest = larger(greatest, magnitude(loadFloats(source + place)))
      }
      let largest = greatestLane(greatest)
      let isZero = !(largest >= 0x1p-118 && largest <= .greatestFiniteMagnitude)
      // Relative to the maximum, so that no product leaves the range.
      let inverse = splat(1 / largest)
      var best = Candidate(source, inverse, 127)
      best.take(Candidate(source, inverse, 0.985 * 127))
      best.take(Candidate(source, inverse, 0.97 * 127))
      var (first, second) = (zeroFloats(), zeroFloats())
      for place in Swift.stride(from: 0, to: 16, by: registerLanes) {
        var low = rounded(product(loadFloats(source + place), inverse), best.factor)
        var high = rounded(product(loadFloats(source + (16 + place)), inverse), best.factor)
        if isZero { (low, high) = (splat(roundingBias), splat(roundingBias)) }
        storeLowBytes(low, block + place)
        storeLowBytes(high, block + (16 + place))
        first = plus(first, plus(low, splat(-roundingBias)))
        second = plus(second, plus(high, splat(-roundingBias)))
      }
      let scale = isZero ? 0 : largest * (best.productSum / best.squareSum)
      storeSums(block, scale, Int32(laneSum(first)), Int32(laneSum(second)))
    }
  }

  /// 1.5 · 2²³: added to a float below 2²², it leaves the nearest integer in the low bits.
  @inline(__always)
  private var roundingBias: Float { 12_582_912 }

  @inline(__always)
  private func rounded(_ x: FloatVector, _ factor: Float) -> FloatVector {
    plus(product(x, splat(factor)), splat(roundingBias))
  }

  /// A factor, and the sums that rate it.
  private struct Candidate {
    var factor: Float
    var productSum: Float
    var squareSum: Float

    @inline(__always)
    init(_ source: UnsafePointer<Float>, _ inverse: FloatVector, _ factor: Float) {
      self.factor = factor
      var (products, squares) = Self.terms(source, inverse, factor, 0)
      if registerLanes < 16 {
        var odd = Self.terms(source, inverse, factor, 1)
        if registerLanes < 8 {
          let (third, fourth) = (
            Self.terms(source, inverse, factor, 2), Self.terms(source, inverse, factor, 3)
          )
          (products, squares) = (plus(products, third.0), plus(squares, third.1))
          odd = (plus(odd.0, fourth.0), plus(odd.1, fourth.1))
        }
        (products, squares) = (plus(products, odd.0), plus(squares, odd.1))
      }
      productSum = laneSum(products)
      squareSum = laneSum(squares)
    }

    /// x·q and q² of a register of each half of the block.
    @inline(__always)
    private static func terms(
      _ source: UnsafePointer<Float>, _ inverse: FloatVector, _ factor: Float, _ register: Int
    ) -> (FloatVector, FloatVector) {
      let place = register * registerLanes
      let x = product(loadFloats(source + place), inverse)
      let y = product(loadFloats(source + (16 + place)), inverse)
      let q = plus(rounded(x, factor), splat(-roundingBias))
      let r = plus(rounded(y, factor), splat(-roundingBias))
      return (
        plus(product(x, q), product(y, r)), plus(product(q, q), product(r, r))
      )
    }

    /// Becomes the other one if its square error, Σ x² − (Σ x·q)² / Σ q², is less.
    @inline(__always)
    mutating func take(_ other: Candidate) {
      if other.productSum * other.productSum * squareSum > productSum * productSum * other.squareSum { self = other }
    }
  }
#endif
