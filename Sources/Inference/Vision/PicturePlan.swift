import SwiftletImages

/// The size of a picture in pixels.
public struct PictureSize: Sendable, Hashable {
  /// The width.
  public var width: Int
  /// The height.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The number of pixels.
  public var area: Int { width * height }
}

/// The processing of a picture: how it is scaled and divided into views, and the text around their rows.
struct PicturePlan: Sendable, Equatable {
  /// A view: the picture after some steps of scaling, or a part of it.
  struct View: Sendable, Equatable {
    /// The sizes to which the picture is scaled one after the other.
    var sizes: [PictureSize]
    /// The part of the scaled picture: its left upper corner and size; nil for all of it.
    var part: (x: Int, y: Int, size: PictureSize)?

    static func == (a: View, b: View) -> Bool {
      a.sizes == b.sizes && a.part?.x == b.part?.x && a.part?.y == b.part?.y && a.part?.size == b.part?.size
    }
  }

  /// A piece of the prompt.
  enum Piece: Sendable, Equatable {
    /// Text with control tokens.
    case text(String)
    /// Rows of a view.
    case rows(view: Int, Range<Int>)
  }

  /// The filter of scaling.
  var filter: ResamplingFilter
  var views: [View] = []
  var pieces: [Piece] = []
  /// The number of merged rows and columns, for positions by row and column.
  var grid: PictureSize?

  init(_ filter: ResamplingFilter) { self.filter = filter }

  /// The number of rows of all views.
  var rowCount: Int {
    pieces.reduce(0) { sum, piece in
      if case .rows(_, let range) = piece { sum + range.count } else { sum }
    }
  }

  /// Appends text, which is joined with text before.
  mutating func append(_ text: String) {
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(text))
    }
  }

  /// Appends a view with all its rows.
  mutating func append(_ view: View, rows: Int) {
    pieces.append(.rows(view: views.count, 0..<rows))
    views.append(view)
  }
}
