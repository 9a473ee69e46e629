import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// A step: fills the batch, runs it, and advances the sequences by its logits.
extension Scheduler {
  /// The maximum number of forced tokens of a decoding sequence in a step.
  private static let longestForcedRun = 64

  /// Advances all sequences.
  mutating func step() {
    reservePages()
    let generating = active.count { !$0.isPrefilling }
    fillBatch()
    mark(.scheduling)
    let start = ContinuousClock.now
    let guided = startMasks()
    let (logitRows, sequences, rows) = (batch.logitRows.count, active.count, batch.count)
    let masked = guided.reduce(0) { $0 + 1 + active[$1].draftTokens.count }
    let decoder = setup.decoder
    decoder.forward(&batch) { [masks] in
      guard masked == logitRows else { return nil }
      defer { decoder.mark(.guide) }
      return Self.selection(masks.results, decoder)
    }
    pendingStatistics.steps += 1
    let computed = ContinuousClock.now - start
    finishMasks(guided)
    if endAllIfWeightsAreDamaged() {
      publish()
      batch.removeAll()
      return recordParts(isToken: false)
    }
    if generating > 0 {
      prefillBudget.record(seconds: (ContinuousClock.now - start).seconds, extraRows: batch.count - generating)
      let draftTokens = active.reduce(0) { $0 + $1.draftTokens.count }
      if generating == sequences, batch.count == generating + draftTokens {
        speculationCost.record(
          seconds: computed.seconds, sequences: generating, draftTokens: draftTokens, isGuided: isAnyGuided)
      }
    }
    let known = generatedCount
    var logitsRow = 0
    var ended: [Int] = []
    for index in active.indices {
      let rows = rowCounts[index]
      guard rows > 0 else { continue }
      active[index].cachedCount += rows
      if active[index].isPrefilling { pendingStatistics.prefilledTokens += rows }
      pages.share(active[index])
      guard active[index].pendingCount == 0 else { continue }
      let needsLogits = active[index].generatesTokens
      let drafted = active[index].draftTokens.count
      if active[index].isPrefilling { active[index].finishPrefill() }
      if let end = needsLogits ? advance(index, logitsRow) : .finished(.maximumTokens) {
        record(end)
        active[index].finish(end, setup.trace)
        ended.append(index)
      }
      if needsLogits { logitsRow += 1 + drafted }
    }
    let tokens = generatedCount - known
    for index in ended.reversed() { retire(index) }
    mark(.scheduling)
    wakeReaders(canWait: isOnlyDecoding)
    publish()
    setup.trace?.add(
      EngineTrace.Span(
        name: "step", track: EngineTrace.stepsTrack, start: start, end: .now,
        details: [("rows", batch.count), ("sequences", sequences), ("logits", logitRows)]))
    // Its rows refer to caches, whose pages may have to be evicted.
    batch.removeAll()
    recordParts(isToken: sequences == 1 && generating == 1 && rows == 1 && tokens == 1)
  }

  /// The number of tokens that the active sequences have generated.
  private var generatedCount: Int { active.reduce(0) { $0 + $1.generatedCount } }

  /// Ends the measurement of the step's parts, and adds them to the trace if the step generated one token.
  private func recordParts(isToken: Bool) {
    mark(.scheduling)
    guard let times = setup.decoder.timer?.take(), isToken else { return }
    setup.trace?.add(times)
  }

  /// Returns true if the batch has a sequence's last token, so that the next one can be sampled.
  func isSampling(_ index: Int) -> Bool {
    rowCounts[index] > 0 && rowCounts[index] == active[index].pendingCount && active[index].generatesTokens
  }

  private mutating func fillBatch() {
    countRows()
    // By index, since a copy of a sequence counts its many references.
    for index in active.indices {
      let (cache, adapter) = (active[index].cache, active[index].request.adapter)
      let tokenCount = active[index].tokens.count
      for position in active[index].cachedCount..<active[index].cachedCount + rowCounts[index] {
        batch.append(
          active[index].tokens[position], at: position, of: cache,
          needsLogits: position == tokenCount - 1 && active[index].generatesTokens, adapter: adapter)
      }
      for (offset, token) in active[index].draftTokens.enumerated() {
        batch.append(token, at: tokenCount + offset, of: cache, needsLogits: true, adapter: adapter)
      }
    }
  }

  /// Determines the number of rows of each sequence.
  private mutating func countRows() {
    rowCounts.removeAll(keepingCapacity: true)
    for sequence in active { rowCounts.append(sequence.isPrefilling ? 0 : 1) }
    let generating = rowCounts.reduce(0, +)
    var rowsLeft = setup.decoder.maximumRows - generating
    var budget = generating > 0 ? prefillBudget.rows(limit: rowsLeft) : rowsLeft
    for index in active.indices where !active[index].isPrefilling {
      // Forced tokens of a sequence delay the others just as prompt tokens do.
      let limit = generating > 1 ? budget : rowsLeft
      let forced = min(active[index].pendingCount - 1, rowsLeft, limit, Self.longestForcedRun - 1)
      rowCounts[index] += forced
      rowsLeft -= forced
      budget = max(0, budget - forced)
    }
    let prefilling = active.indices.filter { active[$0].isPrefilling }
    guard !prefilling.isEmpty else { return draftAll(rowsLeft: rowsLeft) }
    let counts = shares(
      of: min(budget, rowsLeft), requested: prefilling.map { active[$0].runnableCount },
      weights: prefilling.map { weight(of: $0) })
    for (index, count) in zip(prefilling, counts) { rowCounts[index] = count }
    draftAll(rowsLeft: rowsLeft)
  }

  /// Appends a token to a sequence; returns the finish reason, or nil if the sequence continues.
  mutating func append(_ token: Int, to index: Int) -> FinishReason? {
    active[index].sampler.accept(token)
    mark(.penalties)
    active[index].reasoning?.append(setup.tokenizer.vocabulary.piece(of: token))
    active[index].tokens.append(token)
    count(index) { $0.generatedTokens += 1 }
    mark(.scheduling)
    active[index].emit(.token(token))
    mark(.stream)
    if active[index].generatedCount == active[index].request.maximumTokens { return .maximumTokens }
    return active[index].tokens.count > setup.contextSize ? .contextFull : nil
  }

  /// Appends forced tokens to a sequence; returns the finish reason, or nil if the sequence continues.
  mutating func append(forced tokens: [Int], to index: Int) -> FinishReason? {
    for token in tokens {
      count(index) { $0.forcedTokens += 1 }
      active[index].lookup.recordForced(at: active[index].tokens.count)
      if let reason = append(token, to: index) { return reason }
    }
    return nil
  }
}
