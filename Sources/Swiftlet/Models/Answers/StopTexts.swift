/// Finds the texts that end an answer, however the answer arrives.
struct StopTexts {
  private let texts: [[UInt8]]
  /// Bytes that may begin a stop text, and so are not a part of the answer yet.
  private var held: [UInt8] = []
  /// True once a stop text has been found.
  private(set) var isFound = false

  init(_ texts: [String]) {
    self.texts = texts.filter { !$0.isEmpty }.map { Array($0.utf8) }
  }

  /// Takes the next piece of an answer, and returns what is a part of the answer for certain.
  mutating func append(_ piece: String) -> String {
    guard !texts.isEmpty else { return piece }
    guard !isFound else { return "" }
    held += piece.utf8
    for start in held.indices {
      let rest = held[start...]
      if texts.contains(where: { rest.starts(with: $0) }) {
        isFound = true
        return take(start)
      }
      if texts.contains(where: { $0.starts(with: rest) }) { return take(start, keepingRest: true) }
    }
    return take(held.count)
  }

  /// The text that was held back, once nothing more comes.
  mutating func finish() -> String { isFound ? "" : take(held.count) }

  private mutating func take(_ count: Int, keepingRest: Bool = false) -> String {
    let text = String(decoding: held[..<count], as: UTF8.self)
    held = keepingRest ? Array(held[count...]) : []
    return text
  }
}
