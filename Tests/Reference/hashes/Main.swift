import SwiftletHashingARMv8

/// Compares the block functions of ARMv8 with the portable ones; built and run by `check-arm-hashes.sh`.
@c(main)
func main() -> Int32 {
  let maximumCount = 9
  let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 * maximumCount + 1, alignment: 16)
  let first = UnsafeMutablePointer<UInt32>.allocate(capacity: 8)
  let second = UnsafeMutablePointer<UInt32>.allocate(capacity: 8)
  var random: UInt64 = 1
  func next() -> UInt64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return random >> 32
  }
  var (comparisons, failures) = (0, 0)
  for round in 0..<400 {
    for index in 0..<64 * maximumCount + 1 {
      bytes.storeBytes(of: UInt8(truncatingIfNeeded: next()), toByteOffset: index, as: UInt8.self)
    }
    // Unaligned, too.
    let blocks = UnsafeRawPointer(bytes + round % 2)
    let count = round % (maximumCount + 1)
    for isSHA256 in [false, true] {
      for index in 0..<8 {
        let word = UInt32(truncatingIfNeeded: next())
        (first + index).initialize(to: word)
        (second + index).initialize(to: word)
      }
      if isSHA256 {
        portableSHA256(first, blocks, count, RoundConstants.sha256)
        Blocks.sha256(second, blocks, count, RoundConstants.sha256)
      } else {
        portableSHA1(first, blocks, count)
        Blocks.sha1(second, blocks, count)
      }
      comparisons += 1
      for index in 0..<8 where first[index] != second[index] {
        failures += 1
        break
      }
    }
  }
  print("\(comparisons) comparisons, \(failures) failures")
  return failures == 0 ? 0 : 1
}
