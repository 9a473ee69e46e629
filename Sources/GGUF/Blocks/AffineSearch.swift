/// The quantisation search of formats with minimums, which minimises the weighted squared error of a block.
///
///     element = d · scale · q − m · minimum
///
/// The algorithm is that of ``SymmetricSearch``, with two unknowns per group and per block. Scales and minimums are not
/// negative; `m` is negative only for blocks whose elements are all positive, which are then offset from zero.
struct AffineSearch {
  /// A quantised block before bit packing.
  struct Block {
    /// The binary16 pattern of `d`.
    var d: UInt16
    /// The binary16 pattern of `m`.
    var m: UInt16
    /// The integer scale of each group.
    var scales: [Int] = []
    /// The integer minimum of each group.
    var minima: [Int] = []
    /// The code of each element.
    var codes: [UInt8] = []
    /// The weighted sum of squared errors.
    var error = 0.0
  }

  /// The linear map `factor · q − offset` from codes to elements.
  private struct Line {
    var factor = 0.0
    var offset = 0.0
  }

  /// The levels of the codes: the integers from 0.
  let codebook: Codebook
  /// The number of elements that share a scale and a minimum.
  let groupSize: Int
  /// The largest scale and the largest minimum.
  let limit: Int

  private static let rounds = 3

  /// Returns the best block found for `values`; `weights`, by default 1, are the weights of squared errors.
  func block(_ values: [Double], weights: [Double]? = nil) -> Block {
    let weights = weights ?? Array(repeating: 1, count: values.count)
    let lowest = values.min() ?? 0
    let usual = block(values, weights, sign: 1)
    guard lowest > 0 else { return usual }
    let raised = block(values, weights, sign: -1)
    return raised.error < usual.error ? raised : usual
  }

  /// Returns the best block whose `m` has the given sign.
  private func block(_ values: [Double], _ weights: [Double], sign: Double) -> Block {
    let lines = stride(from: 0, to: values.count, by: groupSize).map {
      line(values[$0..<$0 + groupSize], weights, sign: sign)
    }
    let factor = lines.map(\.factor).max() ?? 0
    let offset = lines.map { sign * $0.offset }.max() ?? 0
    let d = storedScale(factor / Double(limit))
    var best = encode(values, weights, lines, d, storedScale(sign * offset / Double(limit)))
    for _ in 0..<Self.rounds {
      let (d, m) = refined(values, weights, best)
      let next = encode(values, weights, lines, d, m)
      guard next.error < best.error else { break }
      best = next
    }
    return best
  }

  /// Returns the line that fits a group best, starting from step sizes near its range divided by the number of steps.
  private func line(_ group: ArraySlice<Double>, _ weights: [Double], sign: Double) -> Line {
    let lowest = group.reduce(sign > 0 ? 0 : .infinity) { min($0, $1) }
    let range = group.reduce(lowest) { max($0, $1) } - lowest
    guard range > 0 else { return Line(offset: -lowest) }
    let steps = Double(codebook.levels.count - 1)
    var best = Line(offset: -lowest)
    var bestError = error(group, weights, best)
    for tenth in stride(from: -9, through: 9, by: 3) {
      var line = Line(factor: range / (steps + Double(tenth) / 10), offset: -lowest)
      for _ in 0..<2 {
        line = fitted(group, weights, codesFrom: line, sign: sign)
        let error = self.error(group, weights, line)
        if error < bestError { (best, bestError) = (line, error) }
      }
    }
    return best
  }

  /// Returns the least-squares line for the codes that another line gives.
  private func fitted(
    _ group: ArraySlice<Double>, _ weights: [Double], codesFrom line: Line, sign: Double
  ) -> Line {
    let inverse = line.factor == 0 ? 0 : 1 / line.factor
    var (count, first, square, sum, mixed) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in group.indices {
      let q = codebook.levels[codebook.nearest((group[index] + line.offset) * inverse)]
      let (weighted, value) = (weights[index] * q, group[index])
      count += weights[index]
      first += weighted
      square += weighted * q
      sum += weights[index] * value
      mixed += weighted * value
    }
    let determinant = count * square - first * first
    if determinant > 0 {
      let factor = (count * mixed - first * sum) / determinant
      let offset = (first * mixed - square * sum) / determinant
      if factor >= 0, offset * sign >= 0 { return Line(factor: factor, offset: offset) }
    }
    return Line(factor: square > 0 ? max(mixed / square, 0) : 0)
  }

  private func encode(_ values: [Double], _ weights: [Double], _ lines: [Line], _ d: UInt16, _ m: UInt16) -> Block {
    let unit = Line(factor: Double(HalfPrecision.float(f16: d)), offset: Double(HalfPrecision.float(f16: m)))
    var block = Block(d: d, m: m)
    block.codes.reserveCapacity(values.count)
    for (index, line) in lines.enumerated() {
      let group = values[index * groupSize..<(index + 1) * groupSize]
      let scales = integers(beside: unit.factor == 0 ? 0 : line.factor / unit.factor, in: 0...limit)
      let minima = integers(beside: unit.offset == 0 ? 0 : line.offset / unit.offset, in: 0...limit)
      var (best, bestError) = (Line(), Double.infinity)
      var integers = (scale: 0, minimum: 0)
      for scale in scales {
        for minimum in minima {
          let line = Line(factor: unit.factor * Double(scale), offset: unit.offset * Double(minimum))
          let error = self.error(group, weights, line)
          if error < bestError { (best, bestError, integers) = (line, error, (scale, minimum)) }
        }
      }
      let inverse = best.factor == 0 ? 0 : 1 / best.factor
      block.scales.append(integers.scale)
      block.minima.append(integers.minimum)
      block.codes += group.map { UInt8(codebook.nearest(($0 + best.offset) * inverse)) }
      block.error += bestError
    }
    return block
  }

  private func error(_ group: ArraySlice<Double>, _ weights: [Double], _ line: Line) -> Double {
    let inverse = line.factor == 0 ? 0 : 1 / line.factor
    var sum = 0.0
    for index in group.indices {
      let q = codebook.levels[codebook.nearest((group[index] + line.offset) * inverse)]
      let difference = line.factor * q - line.offset - group[index]
      sum += weights[index] * difference * difference
    }
    return sum
  }

  /// Returns the least-squares `d` and `m` for the integers of a block.
  private func refined(_ values: [Double], _ weights: [Double], _ block: Block) -> (d: UInt16, m: UInt16) {
    var (first, cross, second, mixedFirst, mixedSecond) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, value) in values.enumerated() {
      let product = Double(block.scales[index / groupSize]) * Double(block.codes[index])
      let minimum = Double(block.minima[index / groupSize])
      first += weights[index] * product * product
      cross += weights[index] * product * minimum
      second += weights[index] * minimum * minimum
      mixedFirst += weights[index] * value * product
      mixedSecond += weights[index] * value * minimum
    }
    let determinant = first * second - cross * cross
    guard determinant > 0 else { return (first > 0 ? storedScale(mixedFirst / first) : block.d, block.m) }
    return (
      storedScale((mixedFirst * second - mixedSecond * cross) / determinant),
      storedScale((mixedFirst * cross - mixedSecond * first) / determinant)
    )
  }
}
