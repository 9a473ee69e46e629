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
    /// The black canvas that the scaled picture is laid on; nil for none.
    var canvas: Canvas?
    /// The part of the scaled picture or the canvas: its left upper corner and size; nil for all of it.
    var part: (x: Int, y: Int, size: PictureSize)?

    static func == (a: View, b: View) -> Bool {
      a.sizes == b.sizes && a.canvas == b.canvas && a.part?.x == b.part?.x && a.part?.y == b.part?.y
        && a.part?.size == b.part?.size
    }
  }

  /// A larger picture around a scaled one.
  struct Canvas: Sendable, Equatable {
    /// The size.
    var size: PictureSize
    /// The place of the scaled picture's left upper corner.
    var x: Int
    var y: Int
  }

  /// A piece of the prompt.
  enum Piece: Sendable, Equatable {
    /// Text with control tokens.
    case text(String)
    /// The number of pictures before this one, in digits.
    case index
    /// Rows of a view.
    case rows(view: Int, Range<Int>)
    /// A row that the projector has learned, by its index in ``VisionConfiguration/learnedRows``.
    case learned(Int)

    /// The number of rows.
    var rowCount: Int {
      switch self {
      case .text, .index: 0
      case .rows(_, let range): range.count
      case .learned: 1
      }
    }
  }

  /// The filter of scaling.
  var filter: ResamplingFilter
  private(set) var views: [View] = []
  var pieces: [Piece] = []
  /// The number of merged rows and columns, for positions by row and column.
  var grid: PictureSize?

  init(_ filter: ResamplingFilter) { self.filter = filter }

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
    pieces.append(.rows(view: add(view), 0..<rows))
  }

  /// Adds a view, of whose rows there are no pieces yet.
  ///
  /// - Returns: The index of the view.
  mutating func add(_ view: View) -> Int {
    views.append(view)
    return views.count - 1
  }

  /// The number of rows of all pieces.
  var rowCount: Int { pieces.reduce(0) { $0 + $1.rowCount } }
}
