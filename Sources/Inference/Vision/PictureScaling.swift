import SwiftletGGUF
import SwiftletImages

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension PictureFilter {
  /// The distance from the centre at which the filter becomes zero.
  fileprivate var radius: Double {
    switch self {
    case .bilinear: 1
    case .bicubic: 2
    case .lanczos: 3
    }
  }

  /// The value of the filter at a distance.
  fileprivate func value(_ distance: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .bilinear: return max(0, 1 - x)
    case .bicubic:
      let a = -0.5
      if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
      return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0
    case .lanczos:
      if x == 0 { return 1 }
      guard x < 3 else { return 0 }
      return sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3)
    }
  }

  /// Returns the first sample and the fixed-point weights, in units of 2⁻²², of each output sample.
  fileprivate func weights(from length: Int, to count: Int) -> [(first: Int, weights: [Int32])] {
    let ratio = Double(length) / Double(count)
    let scale = max(ratio, 1)
    let support = radius * scale
    return (0..<count).map { index in
      let center = (Double(index) + 0.5) * ratio
      let first = max(0, Int(clamping: center - support + 0.5))
      let end = min(length, Int(clamping: center + support + 0.5))
      let values = (first..<end).map { value((Double($0) - center + 0.5) / scale) }
      let sum = values.reduce(0, +)
      return (
        first,
        values.map { value in
          let fixed = value / sum * 4_194_304
          return Int32(clamping: Int(clamping: fixed + (fixed < 0 ? -0.5 : 0.5)))
        }
      )
    }
  }
}

extension Image {
  /// Returns an RGB picture scaled to a size with antialiasing, first along rows, then along columns.
  ///
  /// The results are those of Pillow, to the bit.
  func scaled(to size: PictureSize, _ filter: PictureFilter) -> Image {
    let wide = size.width == width ? self : scaledAlongRows(to: size.width, filter)
    return size.height == height ? wide : wide.scaledAlongColumns(to: size.height, filter)
  }

  private func scaledAlongRows(to count: Int, _ filter: PictureFilter) -> Image {
    let weights = filter.weights(from: width, to: count)
    var result = [UInt8](repeating: 0, count: count * height * 3)
    for row in 0..<height {
      for (column, (first, weights)) in weights.enumerated() {
        for channel in 0..<3 {
          var sum: Int32 = 1 << 21
          for (offset, weight) in weights.enumerated() {
            sum &+= Int32(pixels[(row * width + first + offset) * 3 + channel]) &* weight
          }
          result[(row * count + column) * 3 + channel] = UInt8(clamping: sum >> 22)
        }
      }
    }
    return Image(width: count, height: height, pixels: result) ?? self
  }

  private func scaledAlongColumns(to count: Int, _ filter: PictureFilter) -> Image {
    let weights = filter.weights(from: height, to: count)
    var result = [UInt8](repeating: 0, count: width * count * 3)
    for (row, (first, weights)) in weights.enumerated() {
      for element in 0..<3 * width {
        var sum: Int32 = 1 << 21
        for (offset, weight) in weights.enumerated() {
          sum &+= Int32(pixels[(first + offset) * width * 3 + element]) &* weight
        }
        result[row * width * 3 + element] = UInt8(clamping: sum >> 22)
      }
    }
    return Image(width: width, height: count, pixels: result) ?? self
  }

  /// Returns a part of an RGB picture, which must be inside it.
  func part(x: Int, y: Int, _ size: PictureSize) -> Image {
    precondition(x >= 0 && y >= 0 && x + size.width <= width && y + size.height <= height, "a part outside the picture")
    var result: [UInt8] = []
    result.reserveCapacity(3 * size.area)
    for row in y..<y + size.height {
      result += pixels[(row * width + x) * 3..<(row * width + x + size.width) * 3]
    }
    return Image(width: size.width, height: size.height, pixels: result) ?? self
  }
}

extension PicturePlan {
  /// Returns the pixels of all views of a picture.
  func views(of picture: Image) -> [Image] {
    // Views of the same picture share the steps of scaling that they begin with.
    var known: [(sizes: [PictureSize], image: Image)] = []
    func scaled(_ sizes: [PictureSize]) -> Image {
      guard let last = sizes.last else { return picture }
      if let found = known.first(where: { $0.sizes == sizes }) { return found.image }
      let image = scaled(Array(sizes.dropLast())).scaled(to: last, filter)
      known.append((sizes, image))
      return image
    }
    return views.map { view in
      let image = scaled(view.sizes)
      return view.part.map { image.part(x: $0.x, y: $0.y, $0.size) } ?? image
    }
  }
}
