import SwiftletKernelInterface
import SwiftletKernelsNEON
import SwiftletKernelsPortable

/// States of content hashes, which have to be equal.
func checkHashes(_ random: inout Random, _ report: inout Report) {
  let keys = Memory(&random, words: 8 * 32)
  for count in [1, 2, 31, 32, 33, 64, 100] {
    // Contents need not be aligned.
    for offset in [0, 4, 7] {
      let contents = Memory(&random, words: 8 * (count + 1))
      var expected = HashState(sums: SIMD8(), products: SIMD8())
      var result = expected
      let start = contents.reading + offset
      SwiftletKernelsPortable.Vectors.addToHash(start, count: count, keys: keys.reading, state: &expected)
      SwiftletKernelsNEON.Vectors.addToHash(start, count: count, keys: keys.reading, state: &result)
      report.check(
        result.sums == expected.sums && result.products == expected.products, "hash: stripes, offset", count, offset)
      report.check(result.sums != result.products, "hash is not zero: stripes, offset", count, offset)
      contents.free()
    }
  }
  keys.free()
  report.endPart("content hashes")
}
