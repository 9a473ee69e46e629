/// The samples of a VP8 frame in whole macroblocks, with a row above and columns to the left and right.
///
/// The row above has the value 127 and the columns at the sides 129, from which the first macroblocks are predicted.
struct VP8Planes {
  let width: Int
  let height: Int
  /// The number of macroblocks in a row and in a column.
  let columns: Int
  let rows: Int
  /// The samples of luma and of the two chroma planes.
  var luma: [UInt8]
  var blue: [UInt8]
  var red: [UInt8]

  /// The number of samples before the first one of a row.
  static let margin = 1

  /// The distance between rows of luma.
  var lumaStride: Int { columns * 16 + 5 }
  /// The distance between rows of chroma.
  var chromaStride: Int { columns * 8 + 5 }

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    columns = (width + 15) / 16
    rows = (height + 15) / 16
    luma = Self.plane(columns * 16 + 5, rows * 16)
    blue = Self.plane(columns * 8 + 5, rows * 8)
    red = blue
  }

  private static func plane(_ stride: Int, _ rows: Int) -> [UInt8] {
    var plane = [UInt8](repeating: 129, count: stride * (rows + 1))
    for index in 0..<stride { plane[index] = 127 }
    return plane
  }
}
