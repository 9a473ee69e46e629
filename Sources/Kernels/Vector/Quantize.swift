#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  extension Vectors {
    /// Quantises `count` floats, a multiple of 32, into ``ActivationBlock``s that are `stride` bytes apart.
    ///
    /// The algorithm is that of the portable function, and the result is bit-identical: products and sums are rounded
    /// in the same way, and sums are reduced in the same order, a tree over 16 lanes. Four blocks are processed
    /// together, so that their reductions are shared and each per-block value is a lane.
    @inline(never)
    package static func quantize(
      _ values: UnsafePointer<Float>, count: Int, into blocks: UnsafeMutableRawPointer, stride: Int
    ) {
      let last = count / 32 - 1
      for first in Swift.stride(from: 0, to: count / 32, by: 4) {
        // If fewer than four blocks remain, the last one is repeated.
        let indices = FourBlocks { min(first + $0, last) }
        let sources = FourBlocks { values + 32 * indices[$0] }
        let largest = laneMaxima(
          greatest(sources.first), greatest(sources.second), greatest(sources.third), greatest(sources.fourth))
        let isUsable = (largest .>= 0x1p-118) .& (largest .<= .greatestFiniteMagnitude)
        // Normalised by the maximum, so that no product overflows.
        let inverses = 1 / largest
        var best = Candidates(sources, inverses, 127)
        best.keepBetter(Candidates(sources, inverses, 0.985 * 127))
        best.keepBetter(Candidates(sources, inverses, 0.97 * 127))
        let scales = (largest * (best.productSums / best.squareSums)).replacing(with: 0, where: .!isUsable)
        let areUsable = all(isUsable)
        let sums = FourBlocks { index in
          store(
            sources[index], inverses[index], best.factors[index], isZero: !areUsable && !isUsable[index],
            blocks + indices[index] * stride)
        }
        let firstSums = integers(laneSums(sums.first.0, sums.second.0, sums.third.0, sums.fourth.0))
        let secondSums = integers(laneSums(sums.first.1, sums.second.1, sums.third.1, sums.fourth.1))
        for index in 0..<4 {
          storeSums(blocks + indices[index] * stride, scales[index], firstSums[index], secondSums[index])
        }
      }
    }
  }

  /// A value for each of four blocks.
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

  /// The rounding constant 1.5 · 2²³: added to a float below 2²², it leaves the nearest integer in the low bits.
  @inline(__always)
  private var roundingBias: Float { 12_582_912 }

  @inline(__always)
  private func rounded(_ x: FloatVector, _ factor: FloatVector) -> FloatVector {
    plus(product(x, factor), splat(roundingBias))
  }

  /// Converts floats with small integer values to integers.
  @inline(__always)
  private func integers(_ values: SIMD4<Float>) -> SIMD4<Int32> {
    unsafeBitCast(values + roundingBias, to: SIMD4<Int32>.self) &- 0x4B40_0000
  }

  /// The maximum magnitudes of a block, one per lane of a register.
  @inline(__always)
  private func greatest(_ source: UnsafePointer<Float>) -> FloatVector {
    var greatest = magnitude(loadFloats(source))
    for offset in stride(from: registerLanes, to: 32, by: registerLanes) {
      greatest = elementwiseMax(greatest, magnitude(loadFloats(source + offset)))
    }
    return greatest
  }

  /// Stores the integers of a block, and returns the partial sums of each half.
  @inline(__always)
  private func store(
    _ source: UnsafePointer<Float>, _ inverse: Float, _ factor: Float, isZero: Bool, _ block: UnsafeMutableRawPointer
  ) -> (FloatVector, FloatVector) {
    let (inverse, factor) = (splat(inverse), splat(factor))
    var (first, second) = (zeroFloats(), zeroFloats())
    for offset in stride(from: 0, to: 16, by: registerLanes) {
      var low = rounded(product(loadFloats(source + offset), inverse), factor)
      var high = rounded(product(loadFloats(source + (16 + offset)), inverse), factor)
      if isZero { (low, high) = (splat(roundingBias), splat(roundingBias)) }
      storeLowBytes(low, block + offset)
      storeLowBytes(high, block + (16 + offset))
      first = plus(first, plus(low, splat(-roundingBias)))
      second = plus(second, plus(high, splat(-roundingBias)))
    }
    return (first, second)
  }

  /// A candidate factor for each of four blocks, and the sums for its error.
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

    /// The sums of x·q and q² over all registers of a block.
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

    /// The sums of x·q and q² over one register of each half.
    @inline(__always)
    private static func terms(
      _ source: UnsafePointer<Float>, _ inverse: FloatVector, _ factor: FloatVector, _ register: Int
    ) -> (FloatVector, FloatVector) {
      let offset = register * registerLanes
      let x = product(loadFloats(source + offset), inverse)
      let y = product(loadFloats(source + (16 + offset)), inverse)
      let q = plus(rounded(x, factor), splat(-roundingBias))
      let r = plus(rounded(y, factor), splat(-roundingBias))
      return (
        plus(product(x, q), product(y, r)), plus(product(q, q), product(r, r))
      )
    }

    /// Replaces the candidate of each block where the other has the smaller squared error, Σ x² − (Σ x·q)² / Σ q².
    @inline(__always)
    mutating func keepBetter(_ other: Candidates) {
      let isBetter =
        other.productSums * other.productSums * squareSums .> productSums * productSums * other.squareSums
      factors.replace(with: other.factors, where: isBetter)
      productSums.replace(with: other.productSums, where: isBetter)
      squareSums.replace(with: other.squareSums, where: isBetter)
    }
  }
#endif
