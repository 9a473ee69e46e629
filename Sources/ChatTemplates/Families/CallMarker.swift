/// What a model writes between the parts of a call: fixed text, and places that differ from call to call.
///
/// White space in a marker stands for any amount of it, since models are not exact about it.
public struct CallMarker: Sendable, Hashable {
  /// A piece of a marker.
  public enum Part: Sendable, Hashable {
    /// Exactly this text.
    case text(String)
    /// The identifier of a call, made up by the model: letters, digits, `_` and `-`.
    case identifier
    /// A number that the model counts calls with.
    case number
  }

  /// The pieces, in order.
  public var parts: [Part]

  /// Creates a marker.
  ///
  /// - Parameter parts: The pieces, in order.
  public init(_ parts: [Part]) {
    self.parts = parts.filter { $0 != .text("") }
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { parts.isEmpty }

  /// The text with which the marker begins, empty if it does not begin with text.
  public var prefix: String {
    if case .text(let text)? = parts.first { text } else { "" }
  }

  /// The marker up to the first of some texts.
  func text(before ends: [String]) -> CallMarker {
    var kept: [Part] = []
    for part in parts {
      guard case .text(let text) = part,
        let end = ends.compactMap({ $0.isEmpty ? nil : text.range(of: $0)?.lowerBound }).min()
      else {
        kept.append(part)
        continue
      }
      return CallMarker(kept + [.text(String(decoding: text[..<end].utf8.trimmedAtEnd, as: UTF8.self))])
    }
    return CallMarker(kept)
  }

  /// All fixed texts.
  var texts: [String] {
    parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// One marker after another.
  public static func + (left: CallMarker, right: CallMarker) -> CallMarker {
    guard case .text(let end)? = left.parts.last, case .text(let start)? = right.parts.first else {
      return CallMarker(left.parts + right.parts)
    }
    return CallMarker(left.parts.dropLast() + [.text(end + start)] + right.parts.dropFirst())
  }
}

extension CallMarker: ExpressibleByStringLiteral {
  /// Creates a marker of fixed text.
  public init(stringLiteral value: String) {
    self.init([.text(value)])
  }
}

/// What comparing bytes with a marker brings.
enum MarkerMatch: Equatable {
  /// The bytes begin with the marker, which ends at the index.
  case matched(end: Int)
  /// The bytes end before it is known.
  case partial
  /// The bytes begin with something else, from the index on.
  case mismatch(at: Int)
}

extension CallMarker {
  /// Compares bytes with the marker.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isFinal: Whether no more will come.
  /// - Returns: Whether they begin with it.
  func match(_ bytes: ArraySlice<UInt8>, isFinal: Bool = false) -> MarkerMatch {
    var scan = MarkerScan(bytes: bytes, position: bytes.startIndex, isFinal: isFinal)
    for (index, part) in parts.enumerated() {
      let result =
        switch part {
        case .text(let text): scan.text(Array(text.utf8), isLast: index == parts.count - 1)
        case .identifier: scan.run { $0.isNamePart }
        case .number: scan.run { (0x30...0x39).contains($0) }
        }
      if let result { return result }
    }
    return .matched(end: scan.position)
  }
}

/// A comparison under way; its methods return a result where the comparison ends early.
private struct MarkerScan {
  let bytes: ArraySlice<UInt8>
  var position: Int
  let isFinal: Bool

  mutating func text(_ text: [UInt8], isLast: Bool) -> MarkerMatch? {
    var previous: UInt8 = 0
    let core = isLast ? text.trimmedAtEnd.count : text.count
    for byte in text[..<core] {
      if byte.isSpace {
        while position < bytes.endIndex, bytes[position].isSpace { position += 1 }
      } else {
        // Between pieces of syntax a model may put white space that the template does not.
        while position < bytes.endIndex, bytes[position] != byte, bytes[position].isSpace,
          byte.isSyntax || previous.isSyntax
        {
          position += 1
        }
        guard position < bytes.endIndex else { return isFinal ? .mismatch(at: position) : .partial }
        guard bytes[position] == byte else { return .mismatch(at: position) }
        position += 1
      }
      previous = byte
    }
    // What follows may be text in which white space counts, so no more is taken than the marker has.
    for byte in text[core...] {
      guard position < bytes.endIndex else { return isFinal ? nil : .partial }
      guard bytes[position] == byte else { return nil }
      position += 1
    }
    return nil
  }

  mutating func run(_ isPart: (UInt8) -> Bool) -> MarkerMatch? {
    let start = position
    while position < bytes.endIndex, isPart(bytes[position]) { position += 1 }
    if position == bytes.endIndex { return isFinal ? .mismatch(at: position) : .partial }
    return position == start ? .mismatch(at: start) : nil
  }
}

extension UInt8 {
  /// White space of ASCII.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// A byte of names: letters, digits, `_` and `-`.
  var isNamePart: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20) || self == 0x5F || self == 0x2D
  }

  /// Brackets, quotes and separators of JSON and of tags.
  var isSyntax: Bool {
    switch self {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "<"),
      UInt8(ascii: ">"):
      true
    default: false
    }
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without white space at their end.
  var trimmedAtEnd: SubSequence {
    var end = endIndex
    while end != startIndex, self[index(before: end)].isSpace { end = index(before: end) }
    return self[..<end]
  }

  /// The bytes without white space at their beginning.
  var trimmedAtStart: SubSequence { self.drop(while: \.isSpace) }
}
