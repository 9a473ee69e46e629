#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  extension Vectors {
    /// Quantises `count` floats, a multiple of 32, into blocks of ``ActivationBlock`` that lie `stride` bytes apart.
    ///
    /// The method is that of the portable function, and so is every bit of the result: products and sums are rounded as
    /// there, and the sums are taken in its order, which is a tree over 16 lanes. Four blocks go side by side: their sums
    /// are taken together, and what each has one number of is a lane.
    @inline(never)
    package static func quantize(
      _ values: UnsafePointer<Float>, count: Int, into blocks: UnsafeMutableRawPointer, stride: Int
    ) {
      let last = count / 32 - 1
      for first in Swift.stride(from: 0, to: count / 32, by: 4) {
        // Where four are not left the last is done again.
        let places = FourBlocks { min(first + $0, last) }
        let sources = FourBlocks { values + 32 * places[$0] }
        let largest = greatestLanes(
          greatest(sources.first), greatest(sources.second), greatest(sources.third), greatest(sources.fourth))
        let isUsable = (largest .>= 0x1p-118) .& (largest .<= .greatestFiniteMagnitude)
        // Relative to the maximum, so that no product leaves the range.
        let inverses = 1 / largest
        var best = Candidates(sources, inverses, 127)
        best.take(Candidates(sources, inverses, 0.985 * 127))
        best.take(Candidates(sources, inverses, 0.97 * 127))
        let scales = (largest * (best.productSums / best.squareSums)).replacing(with: 0, where: .!isUsable)
        let areUsable = all(isUsable)
        let sums = FourBlocks { index in
          store(
            sources[index], inverses[index], best.factors[index], isZero: !areUsable && !isUsable[index],
            blocks + places[index] * stride)
        }
        let firstSums = integers(laneSums(sums.first.0, sums.second.0, sums.third.0, sums.fourth.0))
        let secondSums = integers(laneSums(sums.first.1, sums.second.1, sums.third.1, sums.fourth.1))
        for index in 0..<4 {
          storeSums(blocks + places[index] * stride, scales[index], firstSums[index], secondSums[index])
        }
      }
    }
  }

  /// Something of each of four blocks.
  private struct FourBlocks<Element> {
    var first: Element
    var second: Element
    var third: Element
    var fourth: Element

    @inline(__always)
    init(_ element: (Int) -> Element) {
      (first, second, third, fourth) = (element(0), element(1), element(2), element(3))
    }

    @inline(__always)
    subscript(index: Int) -> Element {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
  }

  /// 1.5 · 2²³: added to a float below 2²², it leaves the nearest integer in the low bits.
  @inline(__always)
  private var roundingBias: Float { 12_582_912 }

  @inline(__always)
  private func rounded(_ x: FloatVector, _ factor: FloatVector) -> FloatVector {
    plus(product(x, factor), splat(roundingBias))
  }

  /// Small integers that are floats.
  @inline(__always)
  private func integers(_ values: SIMD4<Float>) -> SIMD4<Int32> {
    unsafeBitCast(values + roundingBias, to: SIMD4<Int32>.self) &- 0x4B40_0000
  }

  /// The greatest magnitudes of a block, in the lanes of a register.
  @inline(__always)
  private func greatest(_ source: UnsafePointer<Float>) -> FloatVector {
    var greatest = magnitude(loadFloats(source))
    for place in stride(from: registerLanes, to: 32, by: registerLanes) {
      greatest = larger(greatest, magnitude(loadFloats(source + place)))
    }
    return greatest
  }

  /// Writes a block's integers, and returns what is left to be added up of each half.
  @inline(__always)
  private func store(
    _ source: UnsafePointer<Float>, _ inverse: Float, _ factor: Float, isZero: Bool, _ block: UnsafeMutableRawPointer
  ) -> (FloatVector, FloatVector) {
    let (inverse, factor) = (splat(inverse), splat(factor))
    var (first, second) = (zeroFloats(), zeroFloats())
    for place in stride(from: 0, to: 16, by: registerLanes) {
      var low = rounded(product(loadFloats(source + place), inverse), factor)
      var high = rounded(product(loadFloats(source + (16 + place)), inverse), factor)
      if isZero { (low, high) = (splat(roundingBias), splat(roundingBias)) }
      storeLowBytes(low, block + place)
      storeLowBytes(high, block + (16 + place))
      first = plus(first, plus(low, splat(-roundingBias)))
      second = plus(second, plus(high, splat(-roundingBias)))
    }
    return (first, second)
  }

  /// A factor for each of four blocks, and the sums that rate it.
  private struct Candidates {
    var factors: SIMD4<Float>
    var productSums: SIMD4<Float>
    var squareSums: SIMD4<Float>

    @inline(__always)
    init(_ sources: FourBlocks<UnsafePointer<Float>>, _ inverses: SIMD4<Float>, _ factor: Float) {
      factors = SIMD4(repeating: factor)
      let terms = FourBlocks { Self.terms(sources[$0], splat(inverses[$0]), splat(factor)) }
      productSums = laneSums(terms.first.0, terms.second.0, terms.third.0, terms.fourth.0)
      squareSums = laneSums(terms.first.1, terms.second.1, terms.third.1, terms.fourth.1)
    }

    /// x·q and q² of all registers of each half of a block.
    @inline(__always)
    private static func terms(
      _ source: UnsafePointer<Float>, _ inverse: FloatVector, _ factor: FloatVector
    ) -> (FloatVector, FloatVector) {
      var (products, squares) = terms(source, inverse, factor, 0)
      if registerLanes < 16 {
        var odd = terms(source, inverse, factor, 1)
        if registerLanes < 8 {
          let (third, fourth) = (terms(source, inverse, factor, 2), terms(source, inverse, factor, 3))
          (products, squares) = (plus(products, third.0), plus(squares, third.1))
          odd = (plus(odd.0, fourth.0), plus(odd.1, fourth.1))
        }
        (products, squares) = (plus(products, odd.0), plus(squares, odd.1))
      }
      return (products, squares)
    }

    /// The same of a register of each half.
    @inline(__always)
    private static func terms(
      _ source: UnsafePointer<Float>, _ inverse: FloatVector, _ factor: FloatVector, _ register: Int
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

    /// Becomes, where its square error is less, the other one: Σ x² − (Σ x·q)² / Σ q².
    @inline(__always)
    mutating func take(_ other: Candidates) {
      let isBetter =
        other.productSums * other.productSums * squareSums .> productSums * productSums * other.squareSums
      factors.replace(with: other.factors, where: isBetter)
      productSums.replace(with: other.productSums, where: isBetter)
      squareSums.replace(with: other.squareSums, where: isBetter)
    }
  }
#endif
