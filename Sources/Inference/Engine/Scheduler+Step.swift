import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// A step: what goes into it, and what comes of it.
extension Scheduler {
  /// The most tokens of a generating sequence that are run in a step: what its guide has forced.
  private static let longestForcedRun = 64

  /// Advances all sequences.
  mutating func step() {
    makeRoom()
    let generating = active.count { !$0.isReading }
    fillBatch()
    let start = ContinuousClock.now
    let guided = beginMasks()
    let (wanted, sequences) = (batch.wanted.count, active.count)
    let masked = guided.reduce(0) { $0 + 1 + active[$1].guess.count }
    setup.decoder.forward(&batch) { [masks, setup] in
      masked == wanted ? Self.selection(masks.results, setup.decoder) : nil
    }
    news.steps += 1
    let computed = ContinuousClock.now - start
    finishMasks(guided)
    if generating > 0 {
      pace.note(seconds: (ContinuousClock.now - start) / .seconds(1), extraRows: batch.count - generating)
      let guesses = active.reduce(0) { $0 + $1.guess.count }
      if generating == sequences, batch.count == generating + guesses {
        guessCost.note(
          seconds: computed / .seconds(1), sequences: generating, guesses: guesses, isGuided: isAnyGuided)
      }
    }
    var logitsRow = 0
    var ended: [Int] = []
    for index in active.indices {
      let read = readCounts[index]
      guard read > 0 else { continue }
      active[index].cachedCount += read
      if active[index].isReading { news.readTokens += read }
      pages.share(&active[index])
      guard active[index].pendingCount == 0 else { continue }
      let wantsLogits = active[index].wantsTokens
      let guessed = active[index].guess.count
      if active[index].isReading { active[index].endReading() }
      if let end = wantsLogits ? advance(index, logitsRow) : .finished(.maximumTokens) {
        note(end)
        active[index].finish(end, setup.trace)
        ended.append(index)
      }
      if wantsLogits { logitsRow += 1 + guessed }
    }
    for index in ended.reversed() { retire(index) }
    publish()
    setup.trace?.add(
      EngineTrace.Span(
        name: "step", line: EngineTrace.steps, start: start, end: .now,
        details: [("rows", batch.count), ("sequences", sequences), ("logits", wanted)]))
    // Its rows refer to caches, whose pages others may need.
    batch.removeAll()
  }

  /// Whether a sequence will have its last token run, so that the next can be chosen.
  func isChoosing(_ index: Int) -> Bool {
    readCounts[index] > 0 && readCounts[index] == active[index].pendingCount && active[index].wantsTokens
  }

  private mutating func fillBatch() {
    countRows()
    for (sequence, count) in zip(active, readCounts) {
      for offset in 0..<count {
        let position = sequence.cachedCount + offset
        let isLast = position == sequence.tokens.count - 1
        batch.append(
          sequence.tokens[position], at: position, of: sequence.cache,
          wantsLogits: isLast && sequence.wantsTokens, adapter: sequence.ticket.request.adapter)
      }
      for (offset, token) in sequence.guess.enumerated() {
        batch.append(
          token, at: sequence.tokens.count + offset, of: sequence.cache, wantsLogits: true,
          adapter: sequence.ticket.request.adapter)
      }
    }
  }

  /// Decides how many tokens of each sequence are run.
  private mutating func countRows() {
    readCounts = active.map { $0.isReading ? 0 : 1 }
    let generating = readCounts.reduce(0, +)
    var rowsLeft = setup.decoder.maximumRows - generating
    var budget = generating > 0 ? pace.budget(most: rowsLeft) : rowsLeft
    for index in active.indices where !active[index].isReading {
      // What one sequence is forced to is a pause for the others, too.
      let most = generating > 1 ? budget : rowsLeft
      let forced = min(active[index].pendingCount - 1, rowsLeft, most, Self.longestForcedRun - 1)
      readCounts[index] += forced
      rowsLeft -= forced
      budget = max(0, budget - forced)
    }
    let reading = active.indices.filter { active[$0].isReading }
    let counts = shares(
      of: min(budget, rowsLeft), asked: reading.map { active[$0].readableCount },
      weights: reading.map { active[$0].ticket.request.priority.weight })
    for (index, count) in zip(reading, counts) { readCounts[index] = count }
    guess(rowsLeft: rowsLeft)
  }

  /// Makes a token part of a sequence; returns why the sequence ends, nil if it goes on.
  mutating func append(_ token: Int, to index: Int) -> FinishReason? {
    active[index].sampler.accept(token)
    active[index].reasoning?.append(setup.tokenizer.vocabulary.piece(of: token))
    active[index].tokens.append(token)
    count(index) { $0.generatedTokens += 1 }
    active[index].emit(.token(token))
    if active[index].generatedCount == active[index].ticket.request.maximumTokens { return .maximumTokens }
    return active[index].tokens.count > setup.contextSize ? .contextFull : nil
  }

  /// Makes tokens that nobody chose part of a sequence; returns why the sequence ends, nil if it goes on.
  mutating func append(forced tokens: [Int], to index: Int) -> FinishReason? {
    for token in tokens {
      count(index) { $0.forcedTokens += 1 }
      active[index].lookup.noteForced(at: active[index].tokens.count)
      if let reason = append(token, to: index) { return reason }
    }
    return nil
  }
}
