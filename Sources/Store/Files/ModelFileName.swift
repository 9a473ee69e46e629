/// The parts of a GGUF file's name, as the uploaders of the hub write them.
///
/// `UD-Q2_K_XL/DeepSeek-R1-UD-Q2_K_XL-00001-of-00005.gguf` has the stem `DeepSeek-R1`, the quantization `Q2_K_XL` of the
/// variant `UD`, and is part 1 of 5. The quantization of a file may be the name of its folder.
public struct ModelFileName: Sendable, Hashable {
  /// The kinds of GGUF files in a repository.
  public enum Kind: String, Sendable {
    /// A language model.
    case model
    /// A projector of images or sound into a model (`mmproj`).
    case projector = "mmproj"
    /// Statistics for quantizing.
    case importance = "imatrix"
    /// A part of a model for speculative decoding.
    case draft
    /// A LoRA adapter.
    case adapter = "lora"
  }

  /// The position of a file in a split model.
  public struct Shard: Sendable, Hashable {
    /// The number of the part, from 1 to the count.
    public var number: Int
    /// The number of parts.
    public var count: Int
  }

  /// The path in the repository or folder.
  public let path: String
  /// The kind.
  public let kind: Kind
  /// The name without quantization, part and extension.
  public let stem: String
  /// The prefix of the quantization: `UD` for the mixes of unsloth, `i1` for those of mradermacher; else nil.
  public let variant: String?
  /// The position in a split model; nil for a single file.
  public let shard: Shard?
  let quantizationName: QuantizationName?

  /// The quantization with its variant, such as `Q4_K_M` or `UD-Q4_K_XL`; nil if the name has none.
  public var quantization: String? {
    quantizationName.map { (variant.map { $0 + "-" } ?? "") + $0.name }
  }

  /// True if the engine has the tensor types of the quantization; also true if the name has none.
  public var isRunnable: Bool { quantizationName?.isRunnable ?? true }

  /// The folder in the repository; empty for the root.
  var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }

  /// Parses the path of a GGUF file.
  ///
  /// - Returns: nil for a file of another format, and for a piece of a file that must be joined with others
  ///   (`.gguf.part1of2`).
  public init?(_ path: String) {
    guard path.lowercased().hasSuffix(".gguf") else { return nil }
    self.path = path
    let parts = path.dropLast(5).split(separator: "/", omittingEmptySubsequences: false)
    guard let base = parts.last, !base.isEmpty else { return nil }
    var name = String(base)
    (name, shard) = Self.splitShard(name)
    if let (found, range) = QuantizationName.last(in: name) {
      quantizationName = found
      (name, variant) = Self.removing(range, from: name)
    } else if let (found, prefix) = Self.quantization(ofFolders: parts.dropLast()) {
      (quantizationName, variant) = (found, prefix)
    } else {
      (quantizationName, variant) = (nil, nil)
    }
    stem = name
    kind = Self.kind(of: name)
  }

  /// Splits `name-00001-of-00003` into the name and the part.
  private static func splitShard(_ name: String) -> (String, Shard?) {
    let bytes = Array(name.utf8.suffix(15))
    guard name.utf8.count > 15, bytes.count == 15, bytes[0] == UInt8(ascii: "-"),
      String(decoding: bytes[6..<10], as: UTF8.self).lowercased() == "-of-",
      (bytes[1..<6] + bytes[10...]).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(String(decoding: bytes[1..<6], as: UTF8.self)),
      let count = Int(String(decoding: bytes[10...], as: UTF8.self)), (1...max(1, count)).contains(number)
    else { return (name, nil) }
    return (String(name.dropLast(15)), Shard(number: number, count: count))
  }

  /// Removes the quantization and its variant from a name, and returns both.
  private static func removing(_ range: Range<Int>, from name: String) -> (String, String?) {
    let bytes = Array(name.utf8)
    var start = range.lowerBound
    var variant: String?
    for known in ["UD", "i1"] {
      let begin = start - known.utf8.count - 1
      guard begin >= 0, begin == 0 || QuantizationName.isBoundary(bytes[begin - 1]),
        String(decoding: bytes[begin..<start - 1], as: UTF8.self).lowercased() == known.lowercased()
      else { continue }
      (start, variant) = (begin, known)
    }
    func trimmed(_ part: ArraySlice<UInt8>) -> String {
      var part = part
      while let last = part.last, QuantizationName.isBoundary(last) { part.removeLast() }
      while let first = part.first, QuantizationName.isBoundary(first) { part.removeFirst() }
      return String(decoding: part, as: UTF8.self)
    }
    let halves = [trimmed(bytes[..<start]), trimmed(bytes[range.upperBound...])].filter { !$0.isEmpty }
    return (halves.joined(separator: "-"), variant)
  }

  /// Returns the quantization that the innermost of the folders with one is named after.
  private static func quantization(ofFolders folders: ArraySlice<Substring>) -> (QuantizationName, String?)? {
    for folder in folders.reversed() {
      guard let (found, range) = QuantizationName.last(in: String(folder)) else { continue }
      return (found, removing(range, from: String(folder)).1)
    }
    return nil
  }

  /// The kind of a file from the words of its stem.
  private static func kind(of stem: String) -> Kind {
    let words = stem.lowercased().split { "-._ ".contains($0) }
    if words.contains("mmproj") { return .projector }
    if words.contains("imatrix") { return .importance }
    if let first = words.first, ["mtp", "eagle3", "dflash", "dspark"].contains(first) { return .draft }
    // Models that were merged with an adapter have `lora` inside their names.
    if words.first == "lora" || words.last == "lora" || words.contains("adapter") { return .adapter }
    return .model
  }
}
