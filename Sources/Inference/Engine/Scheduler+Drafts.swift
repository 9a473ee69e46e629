import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// Guesses that a draft model makes.
extension Scheduler {
  /// A guess in the making: a sequence's own way of choosing, on copies of what it changes.
  private struct Draft {
    let index: Int
    let limit: Int
    var sampler: Sampler
    var matcher: GuideMatcher?
    var tokens: [Int] = []
    /// Those that the draft model has not run.
    var new: [Int] = []
  }

  /// Lets the draft model guess for sequences that nothing was guessed for, if that fits into the batch.
  mutating func draft(rowsLeft: Int) {
    guard var drafter else { return }
    self.drafter = nil
    let start = ContinuousClock.now
    var drafts = beginDrafts(&drafter, rowsLeft: rowsLeft)
    readAhead(&drafter, &drafts)
    while drafter.batch.count > 0 {
      let (rows, start) = (drafter.batch.count, ContinuousClock.now)
      drafter.run()
      for place in drafts.indices { extend(&drafts[place], drafter.model.decoder, logitsRow: place) }
      // With more rows it reads what it lacks, which is not a cost of proposals.
      if rows == drafts.count {
        let seconds: Double = (ContinuousClock.now - start) / .seconds(1)
        guessCost.note(draftSeconds: seconds / Double(rows))
      }
      for draft in drafts { active[draft.index].guess = draft.tokens }
      drafts.removeAll { $0.new.isEmpty || $0.tokens.count >= $0.limit }
      for draft in drafts {
        guard let reading = active[draft.index].drafted else { continue }
        drafter.append(draft.new, at: reading.count, of: reading, wantsLogits: true)
        active[draft.index].drafted?.count += draft.new.count
      }
    }
    let time = ContinuousClock.now - start
    let drafted = active.indices.filter { active[$0].guessIsDrafted }
    for index in drafted { count(index) { $0.draftTime += time / drafted.count } }
    self.drafter = drafter
  }

  /// Chooses the sequences that are drafted for.
  private mutating func beginDrafts(_ drafter: inout Drafter, rowsLeft: Int) -> [Draft] {
    var (drafts, rowsLeft): ([Draft], Int) = ([], rowsLeft)
    let cost = guessCost.relativeOfDraft(sequences: active.count, isGuided: isAnyGuided)
    for index in active.indices {
      active[index].guessIsDrafted = false
      guard let cost, active[index].guess.isEmpty, isChoosing(index) else { continue }
      let sequence = active[index]
      let most = min(
        rowsLeft, sequence.tokensLeft(contextSize: setup.contextSize) - 1,
        drafter.model.contextSize - sequence.tokens.count)
      guard most > 0 else { continue }
      let limit = pages.roomToGuess(min(active[index].draftLength.next(cost: cost), most), for: sequence)
      guard limit > 0 else { continue }
      let reading = sequence.drafted ?? drafter.begin(sequence.tokens)
      active[index].drafted = reading
      let known = drafter.model.decoder.model.configuration.vocabularyCount
      guard sequence.tokens[reading.count...].allSatisfy({ $0 < known }),
        drafter.makeRoom(for: reading.count..<sequence.tokens.count + limit, of: reading)
      else { continue }
      active[index].guessIsDrafted = true
      drafts.append(Draft(index: index, limit: limit, sampler: sequence.sampler, matcher: sequence.matcher))
      rowsLeft -= limit
    }
    return drafts
  }

  /// Has the draft model read what it lacks of the sequences; those of which that is too much at once drop out.
  private mutating func readAhead(_ drafter: inout Drafter, _ drafts: inout [Draft]) {
    let most = drafter.model.decoder.maximumRows / (drafts.count > 1 ? DraftModel.maximumSequences : 1)
    var late: [Int] = []
    // Those without logits last, so that a draft's place is that of its logits.
    for isLate in [false, true] {
      for draft in drafts {
        guard let reading = active[draft.index].drafted else { continue }
        let rest = active[draft.index].tokens[reading.count...]
        guard (rest.count > most) == isLate else { continue }
        drafter.append(rest.prefix(most), at: reading.count, of: reading, wantsLogits: !isLate)
        active[draft.index].drafted?.count += min(most, rest.count)
        if isLate { late.append(draft.index) }
      }
    }
    drafts.removeAll { late.contains($0.index) }
  }

  /// Goes on with a guess by what the draft model would choose, and by what the guide forces after it.
  private func extend(_ draft: inout Draft, _ decoder: Decoder, logitsRow: Int) {
    draft.new = []
    let mask = draft.matcher?.mask()
    if let mask, mask.isEmpty { return }
    let count = min(setup.tokenCount, decoder.model.configuration.vocabularyCount)
    let token = decoder.logits.withRow(logitsRow) { draft.sampler.sample($0, count: count, mask: mask) }
    // The last token of an answer is never run.
    guard !setup.endOfGeneration.contains(token) else { return }
    var tokens = [token]
    if draft.matcher != nil {
      guard (try? draft.matcher?.accept(token)) != nil else { return }
      for token in draft.matcher?.forcedTokens(setup.tokenizer) ?? [] {
        guard (try? draft.matcher?.accept(token)) != nil else { break }
        tokens.append(token)
      }
    }
    draft.new = Array(tokens.prefix(draft.limit - draft.tokens.count))
    for token in draft.new { draft.sampler.accept(token) }
    draft.tokens += draft.new
  }
}
