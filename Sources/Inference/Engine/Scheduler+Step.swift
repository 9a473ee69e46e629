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
    let needsAllLogits = guided.isEmpty || active.contains { $0.reportsScores }
    decoder.forward(&batch) { [masks] in
      guard masked == logitRows, !needsAllLogits else { return nil }
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
    var ended: [Int] = []
    for index in active.indices {
      let rows = rowCounts[index]
      guard rows > 0 else { continue }
      active[index].cachedCount += rows
      if active[index].isPrefilling {
        pendingStatistics.prefilledTokens += rows
        active[index].emitProgress()
      }
      pages.share(active[index])
      guard let end = proceed(index) else { continue }
      record(end)
      active[index].finish(end, setup.trace)
      ended.append(index)
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

  /// Advances a sequence whose rows have been run; returns its end, or nil if it continues.
  private mutating func proceed(_ index: Int) -> SequenceEnd? {
    if let error = reportScores(index) { return .failed(error) }
    // The last token is not run.
    if let end = active[index].heldEnd { return active[index].pendingCount > 1 ? nil : end }
    guard active[index].pendingCount == 0 else { return nil }
    if active[index].isPrefilling { active[index].finishPrefill() }
    guard active[index].generatesTokens else { return .finished(.maximumTokens) }
    let row = active[index].logitsRow(at: active[index].tokens.count - 1)
    return advance(index, row).flatMap { holdUntilReported($0, index) }
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
      let (tokenCount, firstLogits) = (active[index].tokens.count, active[index].firstScoringPosition)
      active[index].firstLogits = (batch.logitRows.count, firstLogits)
      if let embeddings = active[index].embeddings {
        fillBatch(index, embeddings)
        continue
      }
      for position in active[index].cachedCount..<active[index].cachedCount + rowCounts[index] {
        batch.append(
          active[index].tokens[position], at: position, of: cache,
          needsLogits: position >= firstLogits && (position < tokenCount - 1 || active[index].generatesTokens),
          adapter: adapter)
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
    // Beside the last row of each sequence.
    var logitsLeft = setup.decoder.logits.rows - active.count
    var budget = generating > 0 ? prefillBudget.rows(limit: rowsLeft) : rowsLeft
    for index in active.indices where !active[index].isPrefilling {
      // Forced tokens of a sequence delay the others just as prompt tokens do.
      let limit = min(generating > 1 ? budget : rowsLeft, active[index].reportsScores ? logitsLeft : rowsLeft)
      let pending = active[index].pendingCount - (active[index].heldEnd == nil ? 1 : 2)
      let forced = min(pending, rowsLeft, limit, Self.longestForcedRun - 1)
      rowCounts[index] += forced
      rowsLeft -= forced
      budget = max(0, budget - forced)
      if active[index].reportsScores { logitsLeft -= forced }
    }
    let prefilling = active.indices.filter { active[$0].isPrefilling }
    guard !prefilling.isEmpty else { return draftAll(rowsLeft: min(rowsLeft, logitsLeft)) }
    let scoring = prefilling.count { active[$0].hasUnreportedTokens }
    let counts = shares(
      of: min(budget, rowsLeft),
      requested: prefilling.map { index in
        let limit = active[index].hasUnreportedTokens ? 1 + logitsLeft / scoring : .max
        return min(active[index].runnableCount, limit)
      }, weights: prefilling.map { weight(of: $0) })
    for (index, count) in zip(prefilling, counts) { rowCounts[index] = count }
    if active.contains(where: { $0.embeddings != nil }) { keepBlocksWhole(rowsLeft: rowsLeft) }
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
    if !active[index].reportsScores { active[index].emit(.token(token)) }
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
