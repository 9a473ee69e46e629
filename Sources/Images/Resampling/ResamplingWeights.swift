/// The weights of one dimension: for each output sample, a run of input samples and a weight for each of them.
struct ResamplingWeights {
  /// The first input sample of each output sample.
  private(set) var starts: [Int] = []
  /// The number of input samples of each output sample.
  private(set) var counts: [Int] = []
  /// The weights of all output samples, `stride` for each, padded with zeros.
  private(set) var weights: [Double]
  /// The greatest number of weights.
  let stride: Int

  /// Computes the weights to resize from a number of samples to another, both at least 1.
  ///
  /// The order of operations is Pillow's, for equal rounding: the sum of weights is divided out in double precision.
  init(from input: Int, to output: Int, _ filter: ResamplingFilter) {
    let scale = Double(input) / Double(output)
    let widening = max(scale, 1)
    let support = filter.support * widening
    let inverse = 1 / widening
    stride = Int(clamping: support.rounded(.up)) * 2 + 1
    weights = [Double](repeating: 0, count: output * stride)
    starts.reserveCapacity(output)
    counts.reserveCapacity(output)
    for index in 0..<output {
      let centre = (Double(index) + 0.5) * scale
      let start = max(0, Int(clamping: centre - support + 0.5))
      let end = min(input, Int(clamping: centre + support + 0.5))
      let run = index * stride
      var sum = 0.0
      for sample in start..<max(start, end) {
        let weight = filter.weight((Double(sample) - centre + 0.5) * inverse)
        weights[run + sample - start] = weight
        sum += weight
      }
      if sum != 0 { for offset in 0..<max(0, end - start) { weights[run + offset] /= sum } }
      starts.append(start)
      counts.append(max(0, end - start))
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
