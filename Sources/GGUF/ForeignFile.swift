/// The kinds of files that people pass for GGUF files, recognised by their first bytes.
public enum ForeignFile {
  /// The number of bytes that ``description(ofBeginning:)`` needs.
  public static let beginningLength = 64

  /// Describes a file that is not GGUF.
  ///
  /// - Parameter beginning: The first ``beginningLength`` bytes, or all if there are fewer.
  /// - Returns: A noun phrase; nil for a kind that is not known.
  public static func description(ofBeginning beginning: [UInt8]) -> String? {
    if beginning.isEmpty { return "an empty file, as a download that failed leaves" }
    // Blanks and a byte-order mark may precede a text.
    let visible = beginning.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    let text = String(decoding: visible, as: UTF8.self).lowercased()
    if text.hasPrefix("version https://git-lfs") {
      return "a Git LFS pointer, which stands for the file; git lfs pull fetches the file itself"
    }
    if ["<!doctype", "<html", "<head", "<?xml"].contains(where: { text.hasPrefix($0) }) {
      return "an HTML page, such as a server sends for an error or a log-in, instead of the model"
    }
    if isSafetensors(beginning) { return "a safetensors file; convert it to GGUF" }
    for (magic, name) in magics where beginning.starts(with: magic) { return name }
    if text.hasPrefix("{") || text.hasPrefix("[") { return "a JSON file" }
    guard !beginning.starts(with: Array("GGUF".utf8)) else { return nil }
    let isText = !visible.isEmpty && visible.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    return isText ? "a text file" : nil
  }

  /// Returns true for a length of at most 100 MB in 64 bits, and a JSON object after it.
  ///
  /// Source: the safetensors repository of Hugging Face, section "Format" of its README.
  private static func isSafetensors(_ beginning: [UInt8]) -> Bool {
    guard beginning.count > 8, beginning[8] == UInt8(ascii: "{") else { return false }
    let length = beginning[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (2...100_000_000).contains(length)
  }

  private static let magics: [(magic: [UInt8], name: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive, as PyTorch checkpoints are; convert it to GGUF"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program or library"),
    ([0x1F, 0x8B], "a file compressed with gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "a file compressed with zstd"),
    (Array("lmgg".utf8), "a GGML file, the format before GGUF"),
    (Array("fmgg".utf8), "a GGML file, the format before GGUF"),
    (Array("tjgg".utf8), "a GGML file, the format before GGUF"),
  ]
}
