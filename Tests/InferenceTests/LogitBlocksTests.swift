import SwiftletKernels
import Testing

@testable import SwiftletGuides
@testable import SwiftletInference

/// Passes that skip blocks, with masks and changes, give what plain passes over a changed copy of all logits give.
@Suite struct LogitBlocksTests {
  /// A row of logits with a mask and changes, and the copy that they stand for.
  private struct Row {
    var logits: [Float]
    /// The logits with padding behind them, which is higher than all.
    var padded: [Float]
    var mask: TokenMask?
    var changes: [(token: Int, bias: Float)] = []
    /// The logits after mask and changes.
    var copy: [Float]

    var maxima: [Float] { LogitBlocks(of: padded.span).maxima }

    /// The blocks, from known maxima or computed ones.
    func blocks(knowing isKnown: Bool) -> LogitBlocks {
      var blocks = LogitBlocks(of: logits.span, maxima: isKnown ? maxima : nil, mask: mask)
      for (token, bias) in changes { blocks.change(token, of: logits.span) { $0 + bias } }
      blocks.updateMaxima()
      return blocks
    }
  }

  /// A row of random logits, many of which are equal; in every fourth some are extreme.
  private func row(_ random: inout SplitMix64) -> Row {
    let count = [1, 7, 127, 128, 129, 700, 2603][Int(random.next() % 7)]
    let extremes: [Float] = [
      0, -0.0, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    let isExtreme = random.next() % 4 == 0
    let steps: UInt64 = [3, 64, 100_000][Int(random.next() % 3)]
    var logits: [Float] = []
    for _ in 0..<count {
      let number = Float(random.next() % steps) * (40 / Float(steps)) - 20
      let other = random.next()
      logits.append(isExtreme && other % 8 == 0 ? extremes[Int(other / 8 % 6)] : number)
    }
    let padding = [Float](repeating: .greatestFiniteMagnitude, count: Int(random.next() % 300))
    var row = Row(logits: logits, padded: logits + padding, copy: logits)
    // None, few tokens, a part of them, and nearly all.
    let kind = Int(random.next() % 4)
    if kind > 0 {
      var builder = TokenSetBuilder(vocabularyCount: count)
      let share: UInt64 = [0, 20, 400, 990][kind]
      for token in 0..<count where random.next() % 1000 < share { builder.insert(Int32(token)) }
      let mask = builder.finish()
      for token in 0..<count where !mask.contains(token) { row.copy[token] = -.infinity }
      row.mask = mask
    }
    for _ in 0..<random.next() % 12 {
      let bias: Float = random.next() % 4 == 0 ? -.infinity : Float(random.next() % 100) - 50
      let token = Int(random.next() % UInt64(count))
      guard !row.changes.contains(where: { $0.token == token }) else { continue }
      row.changes.append((token, bias))
      if row.copy[token] > -.infinity { row.copy[token] += bias }
    }
    return row
  }

  /// The candidates of a copy, best first.
  private func sorted(_ copy: [Float]) -> [Candidate] {
    copy.enumerated().filter { $1 > -.infinity }.map { Candidate(token: $0, logit: $1) }
      .sorted { $0.isBetter(than: $1) }
  }

  /// Ascending and equal logits, of which each is among the best so far, and those of either sign.
  @Test func theBestAreKeptInAnyOrder() {
    let rising = (0..<5000).map { Float($0) - 2500 }
    let signs: [Float] = [0, -0.0, 1, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude]
    let mixed = (0..<5000).map { index -> Float in index % 3 == 0 ? -.infinity : Float(index * 7919 % 5003) * 1e30 }
    let rows: [[Float]] = [
      rising, rising.reversed(), [Float](repeating: -3, count: 5000), (0..<5000).map { signs[$0 % 7] }, mixed,
    ]
    for (index, row) in rows.enumerated() {
      let all = sorted(row)
      for size in [1, 2, 38, 39, 40, 300, 4999] {
        let top = Logits(row.span).top(size, atLeast: -.infinity)
        let (tokens, logits) = (top.map(\.token), top.map(\.logit))
        let (bestTokens, bestLogits) = (all.prefix(size).map(\.token), all.prefix(size).map(\.logit))
        #expect(tokens == bestTokens && logits == bestLogits, "row \(index), size \(size)")
      }
    }
  }

  /// With one row of logits, for which they are found with the products, and with several.
  @Test(arguments: [1, 2]) func theDecodersMaximaAreThoseOfItsLogits(_ threads: Int) throws {
    let model = try ModelFixture.grouped.model()
    let decoder = try Decoder(model, pool: WorkerPool(threads: threads))
    let cache = try model.makeCache(capacity: 8, type: .f32)
    var position = 0
    for count in [1, 3, 1, 1] {
      var batch = DecoderBatch()
      for token in 0..<count { batch.append(65 + token, at: position + token, of: cache, needsLogits: true) }
      position += count
      decoder.forward(&batch)
      for row in 0..<count {
        let maxima = decoder.maxima(ofLogits: row)
        let expected = LogitBlocks(of: decoder.logits[row: row].span).maxima
        #expect(maxima == expected, "row \(row) of \(count)")
      }
    }
  }

  private func sumOfWeights(_ copy: [Float], _ highest: Float, factor: Float) -> Double {
    var sums = SIMD8<Double>()
    for start in stride(from: 0, to: copy.count, by: 8) {
      var vector = SIMD8<Float>(repeating: -.infinity)
      for lane in 0..<min(8, copy.count - start) { vector[lane] = copy[start + lane] }
      sums += SIMD8<Double>(exponentials((vector - highest) * factor))
    }
    return sums.sum()
  }

  @Test func passesAreThoseOverAChangedCopy() {
    var random = SplitMix64(seed: 1)
    for index in 0..<200 {
      let row = row(&random)
      let view = Logits(row.logits.span, row.blocks(knowing: index % 2 == 0))
      let all = sorted(row.copy)
      let (highest, best) = (view.highest, view.best)
      let expectedHighest = all.first?.logit ?? -.infinity
      #expect(highest == expectedHighest && best == all.first?.token, "row \(index)")
      var values: [Float] = []
      for token in row.copy.indices { values.append(view[token]) }
      #expect(values == row.copy, "row \(index)")
      for bound in [-Float.infinity, -15, 0, 19, highest] {
        let found = view.candidates(atLeast: bound).map(\.token)
        let inside = all.filter { $0.logit >= bound }.map(\.token)
        #expect(found == inside.sorted(), "row \(index), bound \(bound)")
        for size in [1, 2, 5, 40, 200] {
          let top = view.top(size, atLeast: bound).map(\.token)
          #expect(top == Array(inside.prefix(size)), "row \(index), bound \(bound), size \(size)")
        }
      }
      guard highest.isFinite else { continue }
      for factor: Float in [0.1, 1, 7] {
        let sum = view.sumOfWeights(factor: factor)
        let expected = sumOfWeights(row.copy, highest, factor: factor)
        #expect(sum == expected, "row \(index), factor \(factor)")
      }
    }
  }

  /// Parameters of all samplers.
  private var parameters: [SamplingParameters] {
    let free = SamplingParameters(temperature: 1, topK: 0, topP: 1, minP: 0)
    let changes: [(inout SamplingParameters) -> Void] = [
      { $0.topP = 0.9 }, { $0.minP = 0.1 }, { $0.typicalP = 0.7 }, { $0.topNSigma = 1 }, { $0.topK = 300 },
      { $0.mirostat = SamplingParameters.Mirostat() },
      { $0.xtc = SamplingParameters.XTC(probability: 0.5, threshold: 0.05) },
      { $0.dynamicTemperature = SamplingParameters.DynamicTemperature(range: 0.5) },
    ]
    let changed = changes.map { change in
      var parameters = free
      change(&parameters)
      return parameters
    }
    return [SamplingParameters.greedy, .standard, SamplingParameters(), free] + changed
  }

  @Test func samplersChooseAsFromAChangedCopy() {
    var random = SplitMix64(seed: 2)
    for index in 0..<100 {
      let row = row(&random)
      guard row.copy.contains(where: \.isFinite) else { continue }
      for (number, parameters) in parameters.enumerated() {
        var (plain, biased) = (parameters, parameters)
        plain.seed = random.next()
        biased.seed = plain.seed
        for (token, bias) in row.changes { biased.logitBias[token] = bias }
        var (first, second) = (Sampler(biased), Sampler(plain))
        for _ in 0..<4 {
          let found = first.sample(row.padded.span, maxima: row.maxima, count: row.logits.count, mask: row.mask)
          let expected = second.sample(row.copy.span, count: row.copy.count)
          #expect(found == expected, "row \(index), parameters \(number)")
        }
      }
    }
  }

  @Test func exponentialsOfVectorsAreThoseOfNumbers() {
    var random = SplitMix64(seed: 3)
    var numbers: [Double] = [0, -0.0, -690, -689.999999, -690.000001, -1000, -.infinity, .nan, -0.5, -1e-300]
    numbers += (0..<4000).map { _ in -random.nextUnit() * 700 } + (0..<4000).map { _ in -random.nextUnit() }
    for number in numbers {
      var vector = SIMD8<Double>(repeating: -1)
      for lane in [0, 7] { vector[lane] = number }
      let found = preciseExponentials(vector)
      let expected = exponential(number).bitPattern
      #expect(found[0].bitPattern == expected && found[7].bitPattern == expected, "\(number)")
    }
  }

  @Test(arguments: [1, 7, 8, 40, 256]) func weightsOfFewCandidatesAreExact(_ count: Int) {
    var random = SplitMix64(seed: 4)
    for temperature in [0.1, 0.7, 1, 30] {
      let candidates = (0..<count).map { Candidate(token: $0, logit: Float(random.nextUnit()) * 60 - 30) }
      let expected = candidates.map { exponential(Double($0.logit - candidates.highest) * (1 / temperature)) }
      #expect(candidates.weights(temperature: temperature) == expected)
    }
  }
}
