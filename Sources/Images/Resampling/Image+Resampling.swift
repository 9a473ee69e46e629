extension Image {
  /// Resizes all rows.
  func resampledRows(_ weights: ResamplingWeights) -> Image {
    let width = weights.starts.count
    let (oldStride, channels) = (self.width * self.channels, self.channels)
    let source = pixels.span
    let fixed = weights.fixed
    let resampled = [UInt8](count: width * height * channels) { target in
      let (starts, counts, factors) = (weights.starts.span, weights.counts.span, fixed.span)
      for row in 0..<height {
        let line = source.extracting(row &* oldStride..<(row &+ 1) &* oldStride)
        var output = row &* width &* channels
        for column in 0..<width {
          var red = Self.half
          var (green, blue, alpha) = (red, red, red)
          let run = factors.extracting(column &* weights.stride..<column &* weights.stride &+ counts[column])
          var input = starts[column] &* channels
          for index in 0..<run.count {
            let factor = run[index]
            red &+= factor &* Int32(truncatingIfNeeded: line[input])
            green &+= factor &* Int32(truncatingIfNeeded: line[input &+ 1])
            blue &+= factor &* Int32(truncatingIfNeeded: line[input &+ 2])
            if channels == 4 { alpha &+= factor &* Int32(truncatingIfNeeded: line[input &+ 3]) }
            input &+= channels
          }
          target[output] = Self.clipped(red)
          target[output &+ 1] = Self.clipped(green)
          target[output &+ 2] = Self.clipped(blue)
          if channels == 4 { target[output &+ 3] = Self.clipped(alpha) }
          output &+= channels
        }
      }
    }
    return Image(checkedWidth: width, height: height, layout: layout, pixels: resampled)
  }

  /// Resizes all columns.
  func resampledColumns(_ weights: ResamplingWeights) -> Image {
    let height = weights.starts.count
    let rowBytes = width * channels
    let source = pixels.span
    let fixed = weights.fixed
    var sums = [Int32](repeating: 0, count: rowBytes)
    let resampled = [UInt8](count: rowBytes * height) { target in
      for row in 0..<height {
        // Whole rows are added up, so that memory is read in its order.
        var line = sums.mutableSpan
        for index in 0..<rowBytes { line[index] = Self.half }
        for offset in 0..<weights.counts[row] {
          let factor = fixed[row &* weights.stride &+ offset]
          let start = (weights.starts[row] &+ offset) &* rowBytes
          let samples = source.extracting(start..<start &+ rowBytes)
          for index in 0..<rowBytes { line[index] &+= factor &* Int32(truncatingIfNeeded: samples[index]) }
        }
        let output = row &* rowBytes
        for index in 0..<rowBytes { target[output &+ index] = Self.clipped(line[index]) }
      }
    }
    return Image(checkedWidth: width, height: height, layout: layout, pixels: resampled)
  }

  private static var half: Int32 { 1 << (Int32(ResamplingWeights.fractionBits) - 1) }

  /// Rounds a fixed-point sum to a sample.
  @inline(__always)
  private static func clipped(_ sum: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, sum &>> Int32(ResamplingWeights.fractionBits))))
  }
}
