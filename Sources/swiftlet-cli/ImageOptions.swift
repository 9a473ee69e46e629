import Swiftlet
import SwiftletImages
import SwiftletInference

extension Option {
  /// The option with the file that encodes images.
  static let projector = Option(
    "--projector", "FILE",
    "file that encodes images for the model, mmproj-….gguf; default: the one beside the model",
    or: "--mmproj")

  /// The option with the number of tokens that images are scaled to.
  static let imageTokens = Option(
    "--image-tokens", "N",
    "number of tokens that larger images are reduced to, or MIN-MAX, which enlarges smaller ones, too; "
      + "default: that of the model")
}

extension Arguments {
  /// The numbers of tokens of `--image-tokens`; nil if it is not given.
  func imageTokens() throws(UsageError) -> GGUFLanguageModel.ImageTokens? {
    guard let text = string("--image-tokens") else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    let numbers = parts.compactMap(\.self)
    guard numbers.count == parts.count, (1...2).contains(numbers.count), numbers.allSatisfy({ 1...1 << 20 ~= $0 }),
      numbers == numbers.sorted()
    else {
      throw UsageError(
        argument: "--image-tokens", reason: "found \(text), expected a number from 1 to \(1 << 20), or two as 64-512")
    }
    return GGUFLanguageModel.ImageTokens(minimum: numbers.count == 2 ? numbers[0] : nil, maximum: numbers.last)
  }

  /// The size of an option such as `800x600`; nil if it is not given.
  func pictureSize(_ option: String) throws(UsageError) -> PictureSize? {
    guard let text = string(option) else { return nil }
    let sides = text.lowercased().split { $0 == "x" || $0 == "×" }.compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ 1...32_768 ~= $0 }), sides[0] * sides[1] <= 64_000_000 else {
      throw UsageError(argument: option, reason: "found \(text), expected a width and a height, such as 800x600")
    }
    return PictureSize(width: sides[0], height: sides[1])
  }
}

extension Image {
  /// Decodes the picture in a file.
  init(contentsOf path: String) throws {
    let bytes = try InputFile.bytes(path)
    do {
      try self.init(decoding: bytes)
    } catch {
      throw FileError(path, "cannot be decoded: \(error)")
    }
  }
}
