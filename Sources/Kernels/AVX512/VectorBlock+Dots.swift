#if arch(x86_64)
  import SwiftletIntrinsics

  // Blocks for `vpdpbusd`, which multiplies and sums up 4 columns in one step. For each block and token that is 8 such
  // steps, and four operations besides: the offset (a 16-bit dot product, as Σ x fits 16 bits), int → float, the product
  // of the scales, the final addition.

  extension VectorBlock {
    /// The weights of 4 columns × 16 rows, unsigned: group 0…7 of the block at `weights`.
    @inline(__always)
    static func load(_ weights: UnsafeRawPointer, _ group: Int) -> IntegerLanes {
      if !isNibble {
        return IntegerLanes(_mm512_loadu_si512(weights + (quantsOffset + 64 * group)))
      }
      let pair = _mm512_loadu_si512(weights + (quantsOffset + 64 * (group / 2)))
      let mask = _mm512_set1_epi8(15)
      let low = _mm512_and_si512(group % 2 == 0 ? pair : _mm512_srli_epi16(pair, 4), mask)
      guard hasFifth else { return IntegerLanes(low) }
      let fifths = weights.load(fromByteOffset: quantsOffset - 64 + 8 * group, as: UInt64.self)
      return IntegerLanes(_mm512_mask_add_epi8(low, fifths, low, _mm512_set1_epi8(16)))
    }

    /// Adds the products of a block's 32 columns to a tile.
    @inline(__always)
    static func addDots(
      to tile: inout some TokenTile, _ weights: UnsafeRawPointer, _ x: UnsafeRawPointer, _ stride: Int
    ) {
      // Written out: a loop with a large tile in it the compiler would leave rolled.
      tile.dot(Self.self, load(weights, 0), x, stride)
      tile.dot(Self.self, load(weights, 1), x + 4, stride)
      tile.dot(Self.self, load(weights, 2), x + 8, stride)
      tile.dot(Self.self, load(weights, 3), x + 12, stride)
      tile.dot(Self.self, load(weights, 4), x + 16, stride)
      tile.dot(Self.self, load(weights, 5), x + 20, stride)
      tile.dot(Self.self, load(weights, 6), x + 24, stride)
      tile.dot(Self.self, load(weights, 7), x + 28, stride)
    }
  }
#endif
