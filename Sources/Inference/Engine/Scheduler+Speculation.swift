import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// Speculative decoding: draft tokens are run together with a sequence's last tokens.
///
/// Each draft token gives the logits of the next position. Tokens are sampled from them one after the other, as they
/// would have been without drafts, until one differs from the draft. So drafts change the batch size, and no result.
extension Scheduler {
  /// The number of decoding sequences above which batches are large enough without drafts.
  private static let maximumSequences = DraftModel.maximumSequences

  /// True if any sequence has a guide.
  var isAnyGuided: Bool { active.contains { $0.request.guide != nil } }

  private func canLookUp(_ index: Int) -> Bool {
    // Recurrent states cannot be rolled back.
    setup.usesPromptLookup && setup.pool.states.count == 0 && isSampling(index)
  }

  /// Drafts tokens as far as they fit into the batch: by prompt lookup, or else by the draft model.
  mutating func draftAll(rowsLeft: Int) {
    let generating = active.count { !$0.isPrefilling }
    guard generating == active.count, generating <= Self.maximumSequences else { return }
    var rowsLeft = rowsLeft
    let rowCost = speculationCost.relative(sequences: generating, isGuided: isAnyGuided)
    for index in active.indices where canLookUp(index) {
      let draft = lookUp(index, rowsLeft: rowsLeft, rowCost: rowCost)
      active[index].draftTokens = Array(draft.prefix(pages.reserveForDraft(draft.count, for: active[index])))
      rowsLeft -= active[index].draftTokens.count
    }
    draft(rowsLeft: rowsLeft)
  }

  /// Drafts tokens by prompt lookup, as far as the guide allows them.
  private mutating func lookUp(_ index: Int, rowsLeft: Int, rowCost: Double) -> [TokenID] {
    let limit = min(rowsLeft, active[index].tokensLeft(contextSize: setup.contextSize) - 1)
    var draft = active[index].lookup.draft(after: active[index].tokens, limit: limit, rowCost: rowCost)
    // Placeholders of embedding rows cannot be generated.
    if active[index].embeddings != nil { draft = Array(draft.prefix { $0 >= 0 }) }
    guard !draft.isEmpty, let matcher = active[index].matcher else { return draft }
    let start = ContinuousClock.now
    mark(.scheduling)
    defer {
      active[index].statistics.guideTime += ContinuousClock.now - start
      mark(.guide)
    }
    let allowed = matcher.allowedPrefix(of: draft, limit: min(limit, PromptLookup.maximumLength), setup.tokenizer)
    return Self.isComplete(matcher) ? allowed : []
  }

  /// Returns false if a matcher had too many alternatives to follow: a draft after it is not worth an error.
  static func isComplete(_ matcher: GuideMatcher) -> Bool {
    do throws(GuideError) {
      try matcher.checkCompleteness()
      return true
    } catch {
      return false
    }
  }

  /// Samples tokens as long as they equal the draft; returns the sequence's end, or nil if it continues.
  mutating func advance(_ index: Int, _ logitsRow: Int) -> SequenceEnd? {
    active[index].statistics.steps += 1
    let (draft, masks, start) = (active[index].draftTokens, active[index].masks, active[index].tokens.count)
    (active[index].draftTokens, active[index].masks) = ([], [])
    var accepted = 0
    defer { recordAcceptance(index, drafted: draft.count, accepted: accepted, start: start) }
    while true {
      let count = active[index].tokens.count
      let end = sampleNext(index, logitsRow + accepted, masks.isEmpty ? nil : masks[accepted])
      if let error = reportScores(index) { return .failed(error) }
      if let end { return end }
      // More than the sampled token, where a guide or the reasoning budget forces others.
      let new = active[index].tokens[count...]
      let matching = zip(new, draft.dropFirst(accepted)).prefix { $0 == $1 }.count
      // Their keys and values are in the cache already.
      active[index].cachedCount += matching
      accepted += matching
      guard matching == new.count else { return reportScores(index).map { .failed($0) } }
    }
  }

  /// Samples a sequence's next token from a row of logits and the token mask of its guide.
  private mutating func sampleNext(
    _ index: Int, _ logitsRow: Int, _ mask: Result<TokenMask, GuideError>?
  ) -> SequenceEnd? {
    mark(.scheduling)
    if active[index].request.guide != nil {
      do throws(InferenceError) {
        return try advanceGuided(index, logitsRow, mask).map { .finished($0) }
      } catch {
        return .failed(error)
      }
    }
    if let closing = active[index].reasoning?.closing {
      return append(forced: closing, to: index).map { .finished($0) }
    }
    guard let token = sampleToken(index, logitsRow) else { return .failed(nonFiniteLogits(of: index)) }
    guard !setup.endOfGeneration.contains(token) else { return .finished(.endOfGeneration) }
    return append(token, to: index).map { .finished($0) }
  }

  /// Samples a sequence's next token from a row of logits, among the tokens of a mask; nil if the logits are not
  /// finite.
  mutating func sampleToken(_ index: Int, _ logitsRow: Int, _ mask: TokenMask? = nil) -> TokenID? {
    // A mask of few tokens needs no pass over the others.
    let maxima = mask?.sparseTokens == nil ? setup.decoder.maxima(ofLogits: logitsRow) : nil
    return setup.decoder.logits.withRow(logitsRow) {
      active[index].sampler.sample(
        $0, maxima: maxima, count: setup.tokenCount, mask: mask, timer: setup.decoder.timer)
    }
  }

  /// The error of logits without a finite maximum, of which no token can be sampled.
  func nonFiniteLogits(of index: Int) -> InferenceError {
    .notFinite(file: setup.decoder.model.path, output: "the logits after \(active[index].tokens.count) tokens")
  }

  /// Records how many tokens of a draft behind the first `start` tokens were accepted.
  private mutating func recordAcceptance(_ index: Int, drafted: Int, accepted: Int, start: Int) {
    guard drafted > 0 else { return }
    count(index) {
      $0.draftTokens += drafted
      $0.acceptedTokens += accepted
    }
    guard active[index].isFromDraftModel else { return }
    active[index].draftLength.record(proposed: drafted, accepted: accepted)
    count(index) {
      $0.draftModelTokens += drafted
      $0.acceptedDraftModelTokens += accepted
    }
    // Rolls the draft model back to the accepted tokens.
    if let count = active[index].draftSequence?.count {
      active[index].draftSequence?.count = min(count, start + accepted)
    }
  }
}
