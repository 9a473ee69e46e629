internal import SwiftletKernelInterface

/// Portable products of integer weights and 8-bit activations.
///
///     y[row] = Σ_runs s_w · d_x · ( Σ w·x − offset · Σ x )  +  m_w · d_x · Σ x        (the last only with minimums)
///
/// The sums within a run of 16 or 32 columns are exact integers. The other instruction sets are tested against this.

extension PanelLayout {
  /// Decodes the levels of column `4 · group + i` for the 16 rows of a block.
  @inline(__always)
  fileprivate static func column(_ block: PairCursor, _ group: Int, _ i: Int) -> SIMD16<Int32> {
    var code = lowBits == 6 ? sixBits(block, group, i) : lowCodes(block, group, i)
    if highBits == 1 {
      let words = block.address(0, halves: highOffset + 8 * group).load(as: SIMD2<Int32>.self)
      let shifts = SIMD8<Int32>(0, 4, 8, 12, 16, 20, 24, 28) &+ Int32(i)
      let bits = SIMD16(lowHalf: SIMD8(repeating: words[0]) &>> shifts, highHalf: SIMD8(repeating: words[1]) &>> shifts)
      code |= (bits & 1) &<< Int32(lowBits)
    }
    guard let levels else { return code }
    for row in 0..<16 {
      let half = code[row] < 8 ? levels.low : levels.high
      code[row] = Int32(half >> UInt64(8 * (code[row] & 7)) & 255)
    }
    return code
  }

  /// Extracts the codes of a column from the low plane, whose vectors hold one or more groups of 4 columns.
  @inline(__always)
  private static func lowCodes(_ block: PairCursor, _ group: Int, _ i: Int) -> SIMD16<Int32> {
    let groups = 8 / lowBits
    let words = block.address(0, lowOffset + group / groups * 64, 4).load(as: SIMD16<Int32>.self)
    return words &>> Int32(8 * i + group % groups * lowBits) & (1 << Int32(lowBits) - 1)
  }

  /// Extracts the 6-bit codes of a column; three vectors hold four groups.
  @inline(__always)
  private static func sixBits(_ block: PairCursor, _ group: Int, _ i: Int) -> SIMD16<Int32> {
    @inline(__always)
    func bits(_ vector: Int, from first: Int, _ mask: Int32) -> SIMD16<Int32> {
      let words = block.address(0, lowOffset + group / 4 * 192 + 64 * vector, 4).load(as: SIMD16<Int32>.self)
      return words &>> Int32(8 * i + first) & mask
    }
    if group % 4 < 3 { return bits(group % 4, from: 0, 63) }
    return bits(0, from: 2, 0b11_0000) | bits(1, from: 4, 0b1100) | bits(2, from: 6, 0b11)
  }

  /// Loads the scales and minimums of a run; `factors` points to the factors that the block shares.
  @inline(__always)
  fileprivate static func scales(
    _ factors: PairCursor, _ block: PairCursor, _ run: Int
  ) -> (SIMD16<Float>, SIMD16<Float>) {
    switch scaling {
    case .halves:
      return (halves(block, 0), hasMinimum ? halves(block, minimumOffset) : SIMD16())
    case .exponents:
      let e = widenedUnsigned(block.address(0, 0, 1).load(as: SIMD16<UInt8>.self))
      return (unsafeBitCast(e &<< 23, to: SIMD16<Float>.self) * 0.5, SIMD16())
    case .bytes:
      let scales = halves(factors, 0) * bytes(block, 16 * run)
      return (scales, hasMinimum ? -(halves(factors, 32) * bytes(block, minimumOffset + 16 * run)) : SIMD16())
    case .nibbles:
      let both = widenedUnsigned(block.address(0, 16 * run, 1).load(as: SIMD16<UInt8>.self))
      return (halves(factors, 0) * floats(small: both & 15), -(halves(factors, 32) * floats(small: both &>> 4)))
    case .middles:
      let both = widenedUnsigned(block.address(0, 0, 1).load(as: SIMD16<UInt8>.self))
      let integers = run == 0 ? both & 15 : both &>> 4
      return (halves(factors, 0) * factorUnit * (floats(small: integers) + 0.5), SIMD16())
    case .factors:
      return (halves(factors, 0), SIMD16())
    case .microscales:
      // Exponents of floats are larger by 127 − 7, and half is one less.
      let bits = widenedUnsigned(block.address(0, 16 * run, 1).load(as: SIMD16<UInt8>.self))
      return (unsafeBitCast(bits &<< 20, to: SIMD16<Float>.self) * 0x1p119, SIMD16())
    }
  }
}

@inline(__always)
private func halves(_ cursor: PairCursor, _ offset: Int) -> SIMD16<Float> {
  floats(f16: cursor.address(0, offset, 2).load(as: SIMD16<UInt16>.self))
}

@inline(__always)
private func bytes(_ cursor: PairCursor, _ offset: Int) -> SIMD16<Float> {
  floats(small: widened(cursor.address(0, offset, 1).load(as: SIMD16<Int8>.self)))
}

@inline(__always)
private func widenedUnsigned(_ lanes: SIMD16<UInt8>) -> SIMD16<Int32> {
  widened(unsafeBitCast(lanes, to: SIMD16<Int8>.self)) & 255
}

/// Multiplies panels of an integer layout by 8-bit activations.
@inline(__always)
func multiply<Layout: PanelLayout>(_ product: MatrixProduct, _ layout: Layout.Type) {
  let groups = 8 / Layout.runs
  for firstRow in stride(from: 0, to: product.rows, by: Panel.rows) {
    for token in 0..<product.tokens {
      var (x, xStride) = tokenAddress(
        product.activations, token, of: product.tokens, product.columns / 32, ActivationBlock.byteCount)
      var factors = PairCursor(product.panels, product.panelByteCount, row: firstRow)
      var block = factors.advanced(by: 2 * Layout.factorByteCount)
      var sum = SIMD16<Float>()
      for _ in 0..<product.columns / (32 * Layout.blocksPerFactor) {
        for _ in 0..<Layout.blocksPerFactor {
          let scale = x.load(fromByteOffset: ActivationBlock.scaleOffset, as: Float.self)
          let total = -x.load(fromByteOffset: ActivationBlock.negativeSumOffset, as: Int32.self)
          let half = -x.load(fromByteOffset: ActivationBlock.negativeHalfSumOffset, as: Int32.self)
          for run in 0..<Layout.runs {
            let runTotal = Layout.runs == 1 ? total : run == 0 ? half : total - half
            var dot = SIMD16<Int32>(repeating: Layout.offsetBits.map { -(runTotal &<< Int32($0)) } ?? 0)
            for group in run * groups..<(run + 1) * groups {
              for i in 0..<4 {
                let activation = x.load(fromByteOffset: 4 * group + i, as: Int8.self)
                dot &+= Layout.column(block, group, i) &* Int32(activation)
              }
            }
            let (scales, minimums) = Layout.scales(factors, block, run)
            sum += floats(small: dot) * (scales * scale)
            if Layout.hasMinimum { sum += minimums * (scale * Float(runTotal)) }
          }
          block.advance(by: 2 * Layout.blockByteCount)
          x += xStride
        }
        factors.advance(by: 2 * (Layout.factorByteCount + Layout.blocksPerFactor * Layout.blockByteCount))
        block.advance(by: 2 * Layout.factorByteCount)
      }
      store(
        sum, min(Panel.rows, product.rows - firstRow), to: product.output + (token * product.outputStride + firstRow))
    }
  }
}
