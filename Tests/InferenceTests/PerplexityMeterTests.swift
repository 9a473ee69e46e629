import Foundation
import SwiftletInference
import Testing

/// Perplexity and divergence against their definitions in double precision.
@Suite struct PerplexityMeterTests {
  private func logits(_ rows: Int, _ columns: Int, seed: UInt64) -> [[Float]] {
    var random = SplitMix64(seed: seed)
    return (0..<rows).map { _ in (0..<columns).map { _ in Float(random.nextUnit() * 12 - 3) } }
  }

  private func add(_ logits: [Float], _ token: Int, _ reference: [Float]? = nil, to meter: inout PerplexityMeter) {
    if let reference {
      meter.add(logits.span, next: token, reference: reference.span)
    } else {
      meter.add(logits.span, next: token)
    }
  }

  private func logarithms(_ logits: [Float]) -> [Double] {
    let sum = logits.reduce(0) { $0 + exp(Double($1)) }
    return logits.map { Double($0) - log(sum) }
  }

  @Test(arguments: [7, 64, 1003])
  func measuresAreTheDefinitions(_ columns: Int) {
    let (own, reference) = (logits(40, columns, seed: 1), logits(40, columns, seed: 2))
    let tokens = (0..<40).map { $0 * 31 % columns }
    var meter = PerplexityMeter()
    var (surprisals, divergences, agreements): ([Double], [Double], Int) = ([], [], 0)
    for row in 0..<40 {
      add(own[row], tokens[row], reference[row], to: &meter)
      let (p, q) = (logarithms(reference[row]), logarithms(own[row]))
      surprisals.append(-q[tokens[row]])
      divergences.append(zip(p, q).reduce(0) { $0 + exp($1.0) * ($1.0 - $1.1) })
      if p.firstIndex(of: p.max() ?? 0) == q.firstIndex(of: q.max() ?? 0) { agreements += 1 }
    }
    let mean = surprisals.reduce(0, +) / 40
    let deviation = (surprisals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 40 / 39).squareRoot()
    #expect(meter.count == 40)
    #expect(abs(meter.perplexity / exp(mean) - 1) < 1e-5)
    #expect(abs(meter.standardError / (exp(mean) * deviation) - 1) < 1e-4)
    #expect(abs(meter.meanDivergence - divergences.reduce(0, +) / 40) < 1e-5)
    #expect(abs(meter.divergence(quantile: 1) - (divergences.max() ?? 0)) < 1e-5)
    #expect(abs(meter.divergence(quantile: 0.5) - divergences.sorted()[19]) < 1e-5)
    #expect(meter.agreement == Double(agreements) / 40)
  }

  @Test func aModelDoesNotDivergeFromItself() {
    var meter = PerplexityMeter()
    for row in logits(20, 500, seed: 3) { add(row, 3, row, to: &meter) }
    #expect(meter.meanDivergence == 0 && meter.divergence(quantile: 0.99) == 0 && meter.agreement == 1)
    #expect(meter.perplexity == meter.referencePerplexity)
  }

  @Test func whatIsCertainHasNoPerplexity() {
    var meter = PerplexityMeter()
    add([-.infinity, 5, -.infinity], 1, to: &meter)
    #expect(meter.perplexity == 1 && meter.standardError == 0)
    add([-.infinity, 5, -.infinity], 0, to: &meter)
    #expect(meter.perplexity == .infinity)
    #expect(meter.meanDivergence.isNaN && meter.divergence(quantile: 0.5).isNaN)
  }

  @Test func withoutPredictionsThereIsNoMeasure() {
    #expect(PerplexityMeter().perplexity.isNaN)
    var broken = PerplexityMeter()
    add([.nan, .nan], 0, to: &broken)
    #expect(broken.perplexity.isNaN)
  }
}
