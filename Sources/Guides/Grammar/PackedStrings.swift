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

  /// The number of strings.
  var count: Int { starts.count - 1 }

  /// Returns the length of a string in bytes.
  func count(_ text: Int) -> Int { Int(starts[text + 1] - starts[text]) }

  /// Returns the byte at an offset of a string, -1 past its end.
  func byte(_ text: Int, _ offset: Int) -> Int {
    let index = Int(starts[text]) + offset
    return index < starts[text + 1] ? Int(bytes[index]) : -1
  }

  /// Returns the first bytes of a string.
  func prefix(_ text: Int, _ count: Int) -> [UInt8] { Array(bytes[Int(starts[text])..<Int(starts[text]) + count]) }

  /// Returns the part of a range of sorted strings, equal up to an offset, that continues there with a byte.
  func range(_ range: Range<Int>, _ offset: Int, with byte: UInt8) -> Range<Int> {
    func first(_ least: Int) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if self.byte(middle, offset) < least { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return first(Int(byte))..<first(Int(byte) + 1)
  }
}
