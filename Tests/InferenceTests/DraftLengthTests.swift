import Testing

@testable import SwiftletInference

/// A draft proposes as much as pays.
@Suite struct DraftLengthTests {
  /// Lengths that are proposed, in turn, of which the first tokens are right, by a rule.
  private func lengths(_ steps: Int, cost: Double, accepted: (Int) -> Int) -> [Int] {
    var length = DraftLength()
    return (0..<steps).map { _ in
      let count = length.next(cost: cost)
      if count > 0 { length.record(proposed: count, accepted: accepted(count)) }
      return count
    }
  }

  @Test func isLongWhereAllIsRightAndCheap() {
    #expect(lengths(40, cost: 0.1) { $0 }.suffix(5) == [16, 16, 16, 16, 16])
  }

  @Test func isRareWhereAllIsWrong() {
    let found = lengths(1000, cost: 0.1) { _ in 0 }
    #expect(found.suffix(500).allSatisfy { $0 <= 1 })
    #expect((1...10).contains(found.suffix(500).reduce(0, +)))
  }

  /// A draft as slow as the model brings nothing, however right it is.
  @Test func isRareWhereItCostsTooMuch() {
    let found = lengths(1000, cost: 1.1) { $0 }
    #expect(found.allSatisfy { $0 <= 1 } && (1...25).contains(found.reduce(0, +)))
  }

  /// The optimal length has the most tokens per time, at an acceptance of four in five.
  @Test(arguments: [0.05, 0.1, 0.2, 0.3, 0.5, 0.7]) func beginsWithTheLengthThatPaysMost(_ cost: Double) {
    func gain(_ count: Int) -> Double {
      let odds = (0...count).reduce(into: (sum: 0.0, right: 1.0)) { sums, _ in
        sums.sum += sums.right
        sums.right *= 0.8
      }
      return odds.sum / (1 + cost * Double(count))
    }
    let best = (0...16).reduce(0) { gain($1) > gain($0) ? $1 : $0 }
    #expect(lengths(1, cost: cost) { $0 } == [best])
  }

  @Test func comesBackWhenItIsRightAgain() {
    var (length, step) = (DraftLength(), 0)
    func next(isRight: Bool) -> Int {
      let count = length.next(cost: 0.1)
      if count > 0 { length.record(proposed: count, accepted: isRight ? count : 0) }
      step += 1
      return count
    }
    for _ in 0..<300 { _ = next(isRight: false) }
    while step < 3000, next(isRight: true) < 8 {}
    #expect(step < 3000)
  }
}
