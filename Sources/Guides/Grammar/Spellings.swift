/// Texts in one piece of memory, which are quicker to compare byte by byte than texts of their own.
struct Spellings: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int32]

  init(_ texts: [[UInt8]]) {
    bytes = Array(texts.joined())
    var starts: [Int32] = [0]
    for text in texts { starts.append(starts[starts.count - 1] + Int32(text.count)) }
    self.starts = starts
  }

  /// The number of bytes of a text.
  func count(_ text: Int) -> Int { Int(starts[text + 1] - starts[text]) }

  /// A byte of a text, -1 after its end.
  func byte(_ text: Int, _ place: Int) -> Int {
    let index = Int(starts[text]) + place
    return index < starts[text + 1] ? Int(bytes[index]) : -1
  }
}
