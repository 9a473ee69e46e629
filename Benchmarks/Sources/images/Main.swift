import Foundation
import Options
import SwiftletImages

/// Measures how fast pictures are decoded on one core; also writes pixels for comparisons, and decodes damaged files.
@main
struct Main {
  private static let help = """
    Measures how fast pictures are decoded on one core, in megapixels per second.

    usage: images FILE… | images --pixels FOLDER FILE… | images --fuzz COUNT [--seed N] FILE…

      FILE…            the pictures; each is decoded for half a second of processor time, at least three times,
                       and the fastest counts
      --pixels FOLDER  write the decoded pixels of each picture to FOLDER/NAME.pixels: a line with the width, the height
                       and the samples of a pixel, and the samples; or a line with the error to FOLDER/NAME.error
      --resize METHOD,WIDTH,HEIGHT
                       measure resizing, or resize before --pixels writes; with nearest, box, bilinear, hamming, bicubic or lanczos
      --fuzz COUNT     decode COUNT damaged copies of the pictures; print how many still are pictures, and the slowest
      --seed N         the first state of the random numbers, 1 by default
    """

  static func main() async {
    await Program.run(help) { words in
      var paths: [String] = []
      var (folder, count, seed): (String?, Int?, Int) = (nil, nil, 1)
      var resizing: Resizing?
      while let word = words.next() {
        switch word {
        case "--pixels": folder = try words.text(word)
        case "--resize": resizing = try Resizing(words.text(word))
        case "--fuzz": count = try words.integer(word)
        case "--seed": seed = try words.integer(word)
        default: paths.append(try words.operand(word))
        }
      }
      guard !paths.isEmpty else { throw UsageError(argument: "FILE", reason: "is missing") }
      if let folder {
        for path in paths { try writePixels(path, to: folder, resizing) }
      } else if let count {
        let files = try paths.map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
        Fuzzer(files: files, seed: UInt64(seed)).run(count)
      } else {
        for path in paths { try measure(path, resizing) }
      }
      return true
    }
  }

  /// Measures decoding, or resizing if that is asked for, in megapixels of the file.
  private static func measure(_ path: String, _ resizing: Resizing?) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let image = try Image(decoding: bytes)
    let start = processorSeconds()
    var (best, runs) = (Double.infinity, 0)
    while runs < 3 || processorSeconds() - start < 0.5 {
      let before = processorSeconds()
      let result = try resizing.map(image.resized) ?? Image(decoding: bytes)
      precondition(result.pixels.count > 0)
      best = min(best, processorSeconds() - before)
      runs += 1
    }
    let speed = Double(image.width * image.height) / best / 1e6
    print("\(URL(filePath: path).lastPathComponent)\t\(image.width)x\(image.height)\t\(decimals(speed)) Mpx/s")
  }

  /// Returns the processor time of the process, which other programs do not lengthen much.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func writePixels(_ path: String, to folder: String, _ resizing: Resizing?) throws {
    let target = URL(filePath: folder).appending(path: URL(filePath: path).lastPathComponent)
    do {
      var image = try Image(decoding: [UInt8](try Data(contentsOf: URL(filePath: path))))
      if let resizing { image = image.resized(resizing) }
      let head = "\(image.width) \(image.height) \(image.channels)\n"
      try (Data(head.utf8) + Data(image.pixels)).write(to: target.appendingPathExtension("pixels"))
    } catch let error as ImageError {
      try Data("\(error.code): \(error)\n".utf8).write(to: target.appendingPathExtension("error"))
    }
  }

  private static func decimals(_ value: Double) -> String { String(format: "%.1f", value) }
}

/// A size and a method to resize pictures.
struct Resizing {
  let filter: ResamplingFilter
  let width: Int
  let height: Int

  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ",")
    guard parts.count == 3, let filter = ResamplingFilter(rawValue: String(parts[0])), let width = Int(parts[1]),
      let height = Int(parts[2]), width > 0, height > 0
    else { throw UsageError(argument: "--resize", reason: "found \(text), expected METHOD,WIDTH,HEIGHT") }
    (self.filter, self.width, self.height) = (filter, width, height)
  }
}

extension Image {
  fileprivate func resized(_ resizing: Resizing) -> Image {
    resized(width: resizing.width, height: resizing.height, resizing.filter)
  }
}
