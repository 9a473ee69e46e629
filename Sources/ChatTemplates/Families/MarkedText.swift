/// A text split into tags and single characters, so that comparing two texts never splits a tag.
struct MarkedText: Equatable {
  var pieces: [String]

  init(_ pieces: some Sequence<String>) { self.pieces = Array(pieces) }

  /// Splits a text into `<…>` without white space, `[UPPERCASE]`, and single characters.
  init(_ text: String) {
    pieces = []
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let length = Self.tagLength(scalars[index...])
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[index..<index + length])
      pieces.append(String(piece))
      index += length
    }
  }

  private static func tagLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    let rest = scalars.dropFirst()
    switch scalars.first {
    case "<":
      // A tag that is closed only after a name, such as `<function=`, is one piece too.
      let inside = rest.prefix(48).prefix { $0 != ">" && $0 != "<" && $0 != "\"" && !$0.properties.isWhitespace }
      return inside.count + (rest.dropFirst(inside.count).first == ">" ? 2 : 1)
    case "[":
      let inside = rest.prefix(48).prefix { $0 == "/" || $0 == "_" || ("A"..."Z").contains($0) }
      return inside.isEmpty || rest.dropFirst(inside.count).first != "]" ? 1 : inside.count + 2
    default: return 1
    }
  }

  var text: String { pieces.joined() }
  var isEmpty: Bool { pieces.isEmpty }

  /// The common prefix.
  func commonPrefix(_ other: MarkedText) -> MarkedText {
    MarkedText(zip(pieces, other.pieces).prefix { $0 == $1 }.map(\.0))
  }

  /// The common suffix.
  func commonSuffix(_ other: MarkedText) -> MarkedText {
    MarkedText(zip(pieces.reversed(), other.pieces.reversed()).prefix { $0 == $1 }.map(\.0).reversed())
  }

  /// The text without its first `count` pieces.
  func dropFirst(_ count: Int) -> MarkedText { MarkedText(pieces.dropFirst(count)) }

  /// The text without its last `count` pieces.
  func dropLast(_ count: Int) -> MarkedText { MarkedText(pieces.dropLast(count)) }

  /// True if a piece is white space.
  static func isSpace(_ piece: String) -> Bool { piece.utf8.allSatisfy(\.isSpace) }

  /// The text without leading white space.
  var trimmedAtStart: MarkedText { MarkedText(pieces.drop(while: Self.isSpace)) }

  /// The text without trailing white space.
  var trimmedAtEnd: MarkedText { MarkedText(pieces.reversed().drop(while: Self.isSpace).reversed()) }
}
