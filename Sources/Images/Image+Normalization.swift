/// A scaling of samples to the numbers that an encoder was trained with: (sample ÷ 255 − mean) ÷ deviation.
public struct ImageNormalization: Sendable, Hashable {
  /// The values of the 256 samples of red, of green and of blue.
  private let values: [Float]

  /// Creates a scaling from three means and three deviations, in float32 arithmetic.
  ///
  /// - Returns: Nil unless there are three of each, and no deviation is 0.
  public init?(mean: [Float], deviation: [Float]) {
    guard mean.count == 3, deviation.count == 3, !deviation.contains(0) else { return nil }
    values = (0..<3).flatMap { channel in
      (0..<256).map { (Float(Double($0) / 255) - mean[channel]) / deviation[channel] }
    }
  }

  /// Returns three planes of `height` × `width` numbers: red, green, blue.
  ///
  /// Alpha is ignored.
  public func planes(_ image: Image) -> [Float] {
    let (area, channels) = (image.width * image.height, image.channels)
    let (values, pixels) = (values.span, image.pixels.span)
    var planes = [Float](repeating: 0, count: 3 * area)
    var target = planes.mutableSpan
    for channel in 0..<3 {
      let table = values.extracting(channel &* 256..<(channel &+ 1) &* 256)
      for pixel in 0..<area {
        target[channel &* area &+ pixel] = table[Int(pixels[pixel &* channels &+ channel])]
      }
    }
    return planes
  }

  /// Returns the numbers patch by patch, 3 × `size` × `size` for each: channel, row, column.
  ///
  /// Patches follow each other from left to right and from top to bottom; for encoders that merge squares of patches,
  /// `block` is the side of these, and all patches of a square come before those of the next. The numbers of columns
  /// and rows of patches must be multiples of it. Columns and rows of pixels that do not fill a patch at the right and
  /// the bottom are left out, and alpha is ignored.
  public func patches(_ image: Image, size: Int, block: Int = 1) -> [Float] {
    precondition(size > 0 && block > 0, "sides are at least 1")
    let (columns, rows) = (image.width / size, image.height / size)
    precondition(columns % block == 0 && rows % block == 0, "blocks fill the picture")
    let (channels, stride) = (image.channels, image.width * image.channels)
    let (values, pixels) = (values.span, image.pixels.span)
    var patches = [Float](repeating: 0, count: columns * rows * 3 * size * size)
    var target = patches.mutableSpan
    var output = 0
    for blockRow in 0..<rows / block {
      for blockColumn in 0..<columns / block {
        for index in 0..<block &* block {
          let top = (blockRow &* block &+ index / block) &* size
          let left = (blockColumn &* block &+ index % block) &* size
          for channel in 0..<3 {
            for row in top..<top &+ size {
              var input = row &* stride &+ left &* channels &+ channel
              for _ in 0..<size {
                target[output] = values[channel &* 256 &+ Int(pixels[input])]
                output &+= 1
                input &+= channels
              }
            }
          }
        }
      }
    }
    return patches
  }
}
