import SwiftletKernelsPortable

@testable import SwiftletKernels

/// The content hash computed one word at a time from its definition, for tests of the kernels.
func hashOracle(_ bytes: [UInt8]) -> ContentHash {
  let blockWords = 8 * HashBlock.stripes
  var sums = [UInt64](repeating: 0, count: 8)
  var products = sums
  func word(_ index: Int) -> UInt64 {
    bytes[min(8 * index, bytes.count)..<min(8 * index + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
  func half(_ word: UInt64, plus key: UInt64) -> UInt64 { (word & 0xFFFF_FFFF + key & 0xFFFF_FFFF) & 0xFFFF_FFFF }
  let words = (bytes.count + 63) / 64 * 8
  for index in 0..<words {
    let isLastStripe = index / 8 == bytes.count / 64
    let key = ContentHash.key(isLastStripe ? blockWords + index % 8 : index % blockWords)
    let word = word(index)
    sums[index % 8] &+= word
    products[index % 8] &+= half(word, plus: key) &* half(word >> 32, plus: key >> 32)
    if !isLastStripe && index % blockWords == blockWords - 1 {
      for lanes in 0..<8 {
        sums[lanes] = (sums[lanes] ^ sums[lanes] >> 32) &* HashBlock.factor
        products[lanes] = (products[lanes] ^ products[lanes] >> 32) &* HashBlock.factor
      }
    }
  }
  func folded(_ lanes: [UInt64], from start: UInt64) -> UInt64 {
    lanes.reduce(start) { ContentHash.avalanche($0 ^ ContentHash.avalanche($1)) }
  }
  let length = UInt64(bytes.count)
  return ContentHash(low: folded(sums, from: length), high: folded(products, from: ~length))
}
