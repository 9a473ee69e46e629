import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// Speculative decoding with a draft model.
extension Scheduler {
  /// A draft in progress, with copies of the sequence's sampler and guide, which drafting changes.
  private struct Draft {
    let index: Int
    let limit: Int
    var sampler: Sampler
    var matcher: GuideMatcher?
    var tokens: [Int] = []
    /// The tokens that the draft model has not processed.
    var new: [Int] = []
  }

  /// Drafts tokens for sequences without a prompt-lookup draft, as far as they fit into the batch.
  mutating func draft(rowsLeft: Int) {
    guard var drafter else { return }
    self.drafter = nil
    mark(.scheduling)
    let start = ContinuousClock.now
    var drafts = selectDrafts(&drafter, rowsLeft: rowsLeft)
    prefillDrafts(&drafter, &drafts)
    while drafter.batch.count > 0 {
      let (rows, start) = (drafter.batch.count, ContinuousClock.now)
      drafter.run()
      for row in drafts.indices { extend(&drafts[row], drafter.model.decoder, logitsRow: row) }
      // With more rows the pass includes prefill, which is not a cost of drafting.
      if rows == drafts.count {
        speculationCost.record(draftSeconds: (ContinuousClock.now - start).seconds / Double(rows))
      }
      for draft in drafts { active[draft.index].draftTokens = draft.tokens }
      drafts.removeAll { $0.new.isEmpty || $0.tokens.count >= $0.limit }
      for draft in drafts {
        guard let sequence = active[draft.index].draftSequence else { continue }
        drafter.append(draft.new, at: sequence.count, of: sequence, needsLogits: true)
        active[draft.index].draftSequence?.count += draft.new.count
      }
    }
    let time = ContinuousClock.now - start
    let drafted = active.indices.filter { active[$0].isFromDraftModel }
    for index in drafted { count(index) { $0.draftTime += time / drafted.count } }
    self.drafter = drafter
    mark(.drafting)
  }

  /// Selects the sequences that the draft model drafts for.
  private mutating func selectDrafts(_ drafter: inout Drafter, rowsLeft: Int) -> [Draft] {
    var (drafts, rowsLeft): ([Draft], Int) = ([], rowsLeft)
    let cost = speculationCost.relativeOfDraft(sequences: active.count, isGuided: isAnyGuided)
    for index in active.indices {
      active[index].isFromDraftModel = false
      // The draft model has no embeddings.
      guard let cost, active[index].draftTokens.isEmpty, isSampling(index), active[index].embeddings == nil else {
        continue
      }
      let sequence = active[index]
      let most = min(
        rowsLeft, sequence.tokensLeft(contextSize: setup.contextSize) - 1,
        drafter.model.contextSize - sequence.tokens.count)
      guard most > 0 else { continue }
      let limit = pages.reserveForDraft(min(active[index].draftLength.next(cost: cost), most), for: sequence)
      guard limit > 0 else { continue }
      let draftSequence = sequence.draftSequence ?? drafter.makeSequence(sequence.tokens)
      active[index].draftSequence = draftSequence
      let known = drafter.model.decoder.model.configuration.vocabularyCount
      let check = drafter.model.decoder.model.weights.embeddingCheck
      // Keys and values that are NaN must not get into pages of the draft model either.
      guard
        (draftSequence.count..<sequence.tokens.count).allSatisfy({ position in
          let token = sequence.tokens[position]
          return token < known && (try? check.check(token: token, position: position)) != nil
        }),
        drafter.reserve(for: draftSequence.count..<sequence.tokens.count + limit, of: draftSequence)
      else { continue }
      active[index].isFromDraftModel = true
      drafts.append(Draft(index: index, limit: limit, sampler: sequence.sampler, matcher: sequence.matcher))
      rowsLeft -= limit
    }
    return drafts
  }

  /// Adds unprocessed tokens to the draft model's batch, and removes the drafts of sequences that have too many.
  private mutating func prefillDrafts(_ drafter: inout Drafter, _ drafts: inout [Draft]) {
    let most = drafter.model.decoder.maximumRows / (drafts.count > 1 ? DraftModel.maximumSequences : 1)
    var late: [Int] = []
    // Those without logits last, so that a draft's index is that of its row of logits.
    for isLate in [false, true] {
      for draft in drafts {
        guard let sequence = active[draft.index].draftSequence else { continue }
        let rest = active[draft.index].tokens[sequence.count...]
        guard (rest.count > most) == isLate else { continue }
        drafter.append(rest.prefix(most), at: sequence.count, of: sequence, needsLogits: !isLate)
        active[draft.index].draftSequence?.count += min(most, rest.count)
        if isLate { late.append(draft.index) }
      }
    }
    drafts.removeAll { late.contains($0.index) }
  }

  /// Extends a draft by a token sampled from the draft model's logits and by the tokens that the guide forces after it.
  private func extend(_ draft: inout Draft, _ decoder: Decoder, logitsRow: Int) {
    draft.new = []
    let mask = draft.matcher?.mask()
    if let mask, mask.isEmpty { return }
    if let matcher = draft.matcher, !Self.isComplete(matcher) { return }
    let count = min(setup.tokenCount, decoder.model.configuration.vocabularyCount)
    let maxima = mask?.sparseTokens == nil ? decoder.maxima(ofLogits: logitsRow) : nil
    let sampled = decoder.logits.withRow(logitsRow) {
      draft.sampler.sample($0, maxima: maxima, count: count, mask: mask)
    }
    guard let token = sampled else { return }
    // The end-of-generation token is never run.
    guard !setup.endOfGeneration.contains(token) else { return }
    var tokens = [token]
    if draft.matcher != nil {
      guard (try? draft.matcher?.accept(token)) != nil else { return }
      for token in draft.matcher?.forcedTokens(setup.tokenizer) ?? [] {
        guard (try? draft.matcher?.accept(token)) != nil else { break }
        tokens.append(token)
      }
      if let matcher = draft.matcher, !Self.isComplete(matcher) { return }
    }
    let checks = [setup.decoder, decoder].map { $0.model.weights.embeddingCheck }
    let next = active[draft.index].tokens.count + draft.tokens.count
    draft.new = Array(
      tokens.prefix(draft.limit - draft.tokens.count).enumerated().prefix { offset, token in
        checks.allSatisfy { (try? $0.check(token: token, position: next + offset)) != nil }
      }.map(\.element))
    for token in draft.new { draft.sampler.accept(token) }
    draft.tokens += draft.new
  }
}
