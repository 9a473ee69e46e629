/// A resizing of float32 grids with several numbers for each point, such as tables of position embeddings.
public enum FloatResampling {
  /// Resizes a grid as PyTorch's `interpolate` does with `align_corners=False`.
  ///
  /// With `antialias`, filters widen when the grid shrinks, and cubic interpolation has a = −½; without, bilinear
  /// interpolation reads two points in each direction, those outside being the nearest inside.
  ///
  /// The numbers are `height` × `width` × `channels`, channels fastest, and so are those returned, of the new size.
  /// Filters other than ``ResamplingFilter/bilinear`` need `antialias`.
  public static func resized(
    _ values: [Float], width: Int, height: Int, channels: Int, newWidth: Int, newHeight: Int,
    _ filter: ResamplingFilter, antialias: Bool = true
  ) -> [Float] {
    precondition(width > 0 && height > 0 && newWidth > 0 && newHeight > 0, "sides are at least 1")
    precondition(values.count == width * height * channels, "the grid has all its numbers")
    precondition(antialias || filter == .bilinear, "only bilinear interpolation works without antialiasing")
    func weights(_ old: Int, _ new: Int) -> ResamplingWeights {
      antialias ? ResamplingWeights(from: old, to: new, filter) : ResamplingWeights(linearFrom: old, to: new)
    }
    var result = values
    if width != newWidth {
      result = resample(result, outer: height, inner: channels, weights(width, newWidth), from: width)
    }
    if height != newHeight {
      result = resample(result, outer: 1, inner: newWidth * channels, weights(height, newHeight), from: height)
    }
    return result
  }

  /// Resizes the middle one of three dimensions.
  private static func resample(
    _ values: [Float], outer: Int, inner: Int, _ weights: ResamplingWeights, from count: Int
  ) -> [Float] {
    let new = weights.starts.count
    var result = [Float](repeating: 0, count: outer * new * inner)
    let source = values.span
    var target = result.mutableSpan
    for block in 0..<outer {
      for index in 0..<new {
        let output = (block &* new &+ index) &* inner
        for offset in 0..<weights.counts[index] {
          let weight = Float(weights.weights[index &* weights.stride &+ offset])
          let input = (block &* count &+ weights.starts[index] &+ offset) &* inner
          for number in 0..<inner { target[output &+ number] += weight * source[input &+ number] }
        }
      }
    }
    return result
  }
}

extension ResamplingWeights {
  /// Computes the weights of linear interpolation between two samples, without antialiasing.
  init(linearFrom input: Int, to output: Int) {
    let scale = Double(input) / Double(output)
    self.init(stride: 2, count: output) { index in
      let position = max(0, (Double(index) + 0.5) * scale - 0.5)
      let start = min(input - 1, Int(clamping: position))
      let fraction = min(1, position - Double(start))
      return start + 1 < input ? (start, [1 - fraction, fraction]) : (start, [1])
    }
  }
}
