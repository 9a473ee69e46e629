/// Strings packed into one buffer, which makes byte-wise access faster than an array of arrays.
struct PackedStrings: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int32]

  init(_ texts: [[UInt8]]) {
    bytes = Array(texts.joined())
    var starts: [Int32] = [0]
    for text in texts { starts.append(starts[starts.count - 1] + Int32(text.count)) }
    self.starts = starts
  }

  /// Returns the length of a string in bytes.
  func count(_ text: Int) -> Int { Int(starts[text + 1] - starts[text]) }

  /// Returns the byte at an offset of a string, -1 past its end.
  func byte(_ text: Int, _ offset: Int) -> Int {
    let index = Int(starts[text]) + offset
    return index < starts[text + 1] ? Int(bytes[index]) : -1
  }
}
