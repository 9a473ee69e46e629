import Foundation
import SwiftletImages

/// A test that decodes damaged copies of picture files, which must end in pictures or errors.
///
/// The copies of a seed are the same in every run. The last one is in `fuzz-last` of the temporary folder after a crash
/// if `SWIFTLET_FUZZ_KEEP` is set, which costs time.
struct Fuzzer {
  let files: [[UInt8]]
  private var random: UInt64

  init(files: [[UInt8]], seed: UInt64) {
    self.files = files
    random = seed
  }

  /// Decodes copies and prints the counts of outcomes and the slowest copy.
  func run(_ count: Int) {
    var fuzzer = self
    // Small limits, so that time goes into decoders instead of clearing memory for pictures of damaged sizes.
    let limits = ImageLimits(fileBytes: 1 << 20, pixels: 1 << 20, side: 32_768)
    let keeps = ProcessInfo.processInfo.environment["SWIFTLET_FUZZ_KEEP"] != nil
    let kept = FileManager.default.temporaryDirectory.appending(path: "fuzz-last")
    let clock = ContinuousClock()
    var (pictures, slowest) = (0, (Duration.zero, 0))
    var errors: [String: Int] = [:]
    for index in 0..<count {
      let copy = fuzzer.damagedCopy()
      if keeps { try? Data(copy).write(to: kept) }
      let time = clock.measure {
        do throws(ImageError) {
          let image = try Image(decoding: copy, limits: limits)
          if image.pixels.count == image.width * image.height * image.channels { pictures += 1 }
        } catch {
          errors[error.code.rawValue, default: 0] += 1
        }
      }
      if time > slowest.0 { slowest = (time, index) }
    }
    let counts = errors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("\(count) copies: \(pictures) pictures, \(counts); slowest \(slowest.0) for copy \(slowest.1)")
  }

  /// Returns the next random number (Steele, Lea and Flood 2014, SplitMix64) below a bound.
  private mutating func below(_ bound: Int) -> Int {
    random &+= 0x9E37_79B9_7F4A_7C15
    var value = random
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    value ^= value >> 31
    return bound > 0 ? Int(truncatingIfNeeded: value >> 1) % bound : 0
  }

  private mutating func damagedCopy() -> [UInt8] {
    var copy = files[below(files.count)]
    for _ in 0...below(4) where !copy.isEmpty {
      // Headers are short, so half of the changes are made there.
      let place = below(2) == 0 ? below(min(copy.count, 128)) : below(copy.count)
      switch below(8) {
      case 0: copy.removeLast(copy.count - place)
      case 1: copy[place] ^= 1 << UInt8(below(8))
      case 2: copy[place] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
      case 3: copy[place] = UInt8(below(256))
      case 4: copy.remove(at: place)
      case 5: copy.insert(UInt8(below(256)), at: place)
      case 6:
        let end = min(copy.count, place + 1 + below(64))
        copy.insert(contentsOf: copy[place..<end], at: below(copy.count))
      default:
        let other = files[below(files.count)]
        let (start, length) = (below(other.count), 1 + below(64))
        let part = other[start..<min(other.count, start + length)]
        copy.replaceSubrange(place..<min(copy.count, place + part.count), with: part)
      }
    }
    repairChecksums(&copy)
    return copy
  }

  /// Makes checksums of PNG chunks right in most copies, so that damage reaches the decoders behind them.
  private mutating func repairChecksums(_ copy: inout [UInt8]) {
    guard copy.count > 20, copy[1] == 0x50, copy[2] == 0x4E, below(8) > 0 else { return }
    var position = 8
    while position + 12 <= copy.count {
      let length = copy[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= copy.count - position - 12 else { return }
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in copy[position + 4..<position + 8 + length] {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      for index in 0..<4 {
        copy[position + 8 + length + index] = UInt8(truncatingIfNeeded: ~crc >> UInt32(24 - 8 * index))
      }
      position += 12 + length
    }
  }
}
