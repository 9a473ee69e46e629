#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Conversion of activations to ``FixedPoint``, with identical results on every instruction set.
  ///
  ///     n = min(32,767, 65,520 · max |x| / √Σx²), rounded down;   j = x · n / max |x|;   d = max |x| / n
  ///
  /// The largest magnitude is represented exactly, and so is a block with a single value. If the maximum is below
  /// 2⁻¹¹⁸, all j are 0.
  extension Vectors {
    /// Converts rows into one ``ActivationGroup``: for each step the pairs of all rows, and after each block its
    /// factors.
    ///
    /// The factor of a block with an infinity or a NaN is NaN.
    @inline(never)
    package static func convertToFixedPoint(_ rows: ActivationRows, into group: UnsafeMutablePointer<Float>) {
      let (values, count, distance) = (rows.values, rows.columns, rows.stride)
      let rows = rows.rows
      var target = UnsafeMutableRawPointer(group)
      for start in stride(from: 0, to: count, by: FixedPoint.blockColumns) {
        let columns = min(FixedPoint.blockColumns, count - start)
        let steps = FixedPoint.steps(columns)
        for row in 0..<rows {
          let block = PaddedBlock(values + (row * distance + start), columns)
          let factor = block.quantizeToFixedPoint { pairs, first in
            let address = target + 4 * (first * rows + row)
            if rows == 1, steps - first >= 8 {
              address.storeBytes(of: pairs, as: SIMD8<Int32>.self)
            } else if steps - first >= 8 {
              for pair in 0..<8 { address.storeBytes(of: pairs[pair], toByteOffset: 4 * rows * pair, as: Int32.self) }
            } else if steps > first {
              for pair in 0..<steps - first {
                address.storeBytes(of: pairs[pair], toByteOffset: 4 * rows * pair, as: Int32.self)
              }
            }
          }
          target.storeBytes(of: factor, toByteOffset: 4 * (steps * rows + row), as: Float.self)
        }
        target += 4 * rows * (steps + 1)
      }
    }
  }

  /// The values of a block, padded with zeros to 64.
  private struct PaddedBlock {
    private var lanes: (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>)

    @inline(__always)
    init(_ values: UnsafePointer<Float>, _ count: Int) {
      if count == FixedPoint.blockColumns {
        lanes = (loadVector(values), loadVector(values + 16), loadVector(values + 32), loadVector(values + 48))
      } else {
        func part(_ first: Int) -> SIMD16<Float> {
          var part = SIMD16<Float>()
          for lane in 0..<max(0, min(16, count - first)) { part[lane] = values[first + lane] }
          return part
        }
        lanes = (part(0), part(16), part(32), part(48))
      }
    }

    /// Calls `body` with the pairs of 8 steps at a time and the index of the first step, and returns the factor.
    @inline(__always)
    func quantizeToFixedPoint(_ body: (_ pairs: SIMD8<Int32>, _ first: Int) -> Void) -> Float {
      let largest = greatest(
        in: larger(of: larger(of: lanes.0, lanes.1), larger(of: lanes.2, lanes.3)))
      // Scaling by a power of two is exact and keeps the squares in range: 2⁻ⁿ for a maximum of about 2ⁿ.
      let exponent = min(largest.bitPattern & 0x7F80_0000, 0x7E80_0000)
      let isZero = largest < 0x1p-118
      let unit = isZero ? 0 : Float(bitPattern: 0x7F00_0000 - exponent)
      let (a, b, c, d) = (lanes.0 * unit, lanes.1 * unit, lanes.2 * unit, lanes.3 * unit)
      let square = total((a * a + b * b) + (c * c + d * d))
      let maximum = largest * unit
      let count = smaller(32_767, FixedPoint.activationLength * maximum / square.squareRoot()).rounded(.down)
      let factor = isZero ? 0 : count / maximum
      body(pairs(integers(small: a * factor)), 0)
      body(pairs(integers(small: b * factor)), 8)
      body(pairs(integers(small: c * factor)), 16)
      body(pairs(integers(small: d * factor)), 24)
      guard largest <= .greatestFiniteMagnitude, square <= .greatestFiniteMagnitude else { return .nan }
      return isZero ? 0 : largest / count
    }
  }

  @inline(__always)
  private func smaller(_ x: Float, _ y: Float) -> Float { x < y ? x : y }
#endif
