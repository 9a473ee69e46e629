/// A matcher of stop sequences in streamed text.
struct StopSequences {
  private let texts: [[UInt8]]
  /// The bytes held back because they may begin a stop sequence.
  private var held: [UInt8] = []
  /// The stop sequence that has been found.
  private(set) var found: String?

  /// True once a stop sequence has been found.
  var isFound: Bool { found != nil }

  init(_ texts: [String]) {
    self.texts = texts.filter { !$0.isEmpty }.map { Array($0.utf8) }
  }

  /// Appends the next piece of an answer, and returns the text that cannot belong to a stop sequence.
  mutating func append(_ piece: String) -> String {
    guard !texts.isEmpty else { return piece }
    guard !isFound else { return "" }
    held += piece.utf8
    for start in held.indices {
      let rest = held[start...]
      if let text = texts.first(where: { rest.starts(with: $0) }) {
        found = String(decoding: text, as: UTF8.self)
        return take(start)
      }
      if texts.contains(where: { $0.starts(with: rest) }) { return take(start, keepingRest: true) }
    }
    return take(held.count)
  }

  /// Ends the text, and returns the text held back.
  mutating func finish() -> String { isFound ? "" : take(held.count) }

  private mutating func take(_ count: Int, keepingRest: Bool = false) -> String {
    let text = String(decoding: held[..<count], as: UTF8.self)
    held = keepingRest ? Array(held[count...]) : []
    return text
  }
}
