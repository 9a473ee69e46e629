/// The weights of one dimension: for each output sample, a run of input samples and a weight for each of them.
struct ResamplingWeights {
  /// The first input sample of each output sample.
  let starts: [Int]
  /// The number of input samples of each output sample.
  let counts: [Int]
  /// The weights of all output samples, `stride` for each, padded with zeros.
  let weights: [Double]
  /// The greatest number of weights.
  let stride: Int

  /// Creates weights, at most `stride` for each output sample.
  init(stride: Int, count: Int, _ run: (Int) -> (start: Int, weights: [Double])) {
    var (starts, counts): ([Int], [Int]) = ([], [])
    var weights = [Double](repeating: 0, count: count * stride)
    for index in 0..<count {
      let (start, values) = run(index)
      starts.append(start)
      counts.append(values.count)
      for (offset, value) in values.enumerated() { weights[index * stride + offset] = value }
    }
    (self.starts, self.counts, self.weights, self.stride) = (starts, counts, weights, stride)
  }

  /// Computes the weights to resize from a number of samples to another, both at least 1.
  ///
  /// The order of operations is Pillow's, for equal rounding: the sum of weights is divided out in double precision.
  init(from input: Int, to output: Int, _ filter: ResamplingFilter) {
    let scale = Double(input) / Double(output)
    let widening = max(scale, 1)
    let support = filter.support * widening
    let inverse = 1 / widening
    self.init(stride: Int(clamping: support.rounded(.up)) * 2 + 1, count: output) { index in
      let centre = (Double(index) + 0.5) * scale
      let start = max(0, Int(clamping: centre - support + 0.5))
      let end = max(start, min(input, Int(clamping: centre + support + 0.5)))
      let weights = (start..<end).map { filter.weight((Double($0) - centre + 0.5) * inverse) }
      let sum = weights.reduce(0, +)
      return (start, sum == 0 ? weights : weights.map { $0 / sum })
    }
  }

  /// The number of fractional bits of ``fixed``: 8-bit samples, a sign, and one bit of overshoot fit beside them.
  static let fractionBits = 22

  /// The weights as fixed-point numbers, rounded half away from zero.
  var fixed: [Int32] {
    weights.map { weight in
      let scaled = weight * Double(1 << Self.fractionBits)
      return Int32(clamping: Int(clamping: scaled + (weight < 0 ? -0.5 : 0.5)))
    }
  }
}
