import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// Guided generation: sampling with token masks, and forced tokens.
extension Scheduler {
  /// The fraction of the vocabulary above which all logits are computed, without a selection of rows.
  private static let largestShare = 0.5

  /// Starts computing the token masks of guided sequences on the mask thread; returns the indices of the sequences.
  mutating func startMasks() -> [Int] {
    var (guided, tasks): ([Int], [MaskTask]) = ([], [])
    for index in active.indices where isSampling(index) {
      guard let matcher = active[index].matcher else { continue }
      tasks.append(MaskTask(matcher, draft: active[index].draftTokens))
      // Moved into the task, so that it is changed without a copy.
      active[index].matcher = nil
      guided.append(index)
    }
    guard !tasks.isEmpty else { return guided }
    masks.start(tasks)
    mark(.guide)
    return guided
  }

  /// Waits for the token masks and stores them in their sequences.
  mutating func finishMasks(_ guided: [Int]) {
    guard !guided.isEmpty else { return }
    let start = ContinuousClock.now
    let results = masks.finish()
    let waited = ContinuousClock.now - start
    for (index, result) in zip(guided, results) {
      active[index].matcher = result.matcher
      active[index].masks = result.masks
      speculationCost.record(maskSeconds: result.time.seconds / Double(result.masks.count))
      count(index) { $0.maskTime += result.time }
      active[index].statistics.guideTime += waited / guided.count
    }
    mark(.guide)
  }

  /// The tokens whose logits are required; nil for all, if they are most or the masks are not ready.
  static func selection(_ tasks: [MaskTask]?, _ decoder: Decoder) -> RowSelection? {
    guard let tasks else { return nil }
    let projection = decoder.model.weights.output.projection
    var selection = RowSelection(of: projection)
    for case .success(let mask) in tasks.lazy.flatMap(\.masks) {
      if let few = mask.sparseTokens {
        for token in few { selection.insert(token) }
      } else {
        let words = mask.words
        // Counting is faster than selecting; most masks of many tokens allow some of nearly each panel.
        var panels = 0
        for word in words {
          if word & 0xFFFF_FFFF != 0 { panels += 1 }
          if word >> 32 != 0 { panels += 1 }
        }
        if Double(32 * panels) > Self.largestShare * Double(projection.rows) { return nil }
        // A panel of 32 rows is computed as a whole, so one row of it is sufficient.
        for (index, word) in words.enumerated() where word != 0 {
          if word & 0xFFFF_FFFF != 0 { selection.insert(64 * index) }
          if word >> 32 != 0 { selection.insert(64 * index + 32) }
        }
      }
    }
    return selection.share <= Self.largestShare ? selection : nil
  }

  /// Samples a token that the guide allows, and appends the tokens that it forces after it.
  ///
  /// - Returns: The finish reason; nil if the sequence continues.
  mutating func advanceGuided(
    _ index: Int, _ logitsRow: Int, _ mask: Result<TokenMask, GuideError>?
  ) throws(InferenceError) -> FinishReason? {
    let allowed = try wrapping { () throws(GuideError) in try mask?.get() }
    guard var matcher = active[index].matcher, let mask = allowed else { throw .guide(.noTokenAllowed(offset: 0)) }
    active[index].matcher = nil
    let left = active[index].tokensLeft(contextSize: setup.contextSize)
    var reason: FinishReason?
    let closing = active[index].reasoning?.closing ?? []
    let isClosing = accept(all: closing, &matcher, atMost: left)
    mark(.guide)
    let drawn = isClosing ? nil : try sample(index, logitsRow, mask)
    let start = ContinuousClock.now
    defer {
      active[index].statistics.guideTime += ContinuousClock.now - start
      mark(.guide)
    }
    if let drawn {
      let token = try accept(drawn, &matcher, index, logitsRow, left)
      mark(.guide)
      guard !matcher.isFinished else { return .endOfGeneration }
      reason = append(token, to: index)
    } else {
      reason = append(forced: closing, to: index)
    }
    if reason == nil {
      let forced = forcedTokens(&matcher, atMost: active[index].tokensLeft(contextSize: setup.contextSize))
      mark(.guide)
      reason = append(forced: forced, to: index)
    }
    // Now, since the next check may be that of another answer with the same guide.
    try wrapping { () throws(GuideError) in try matcher.checkCompleteness() }
    if let reason {
      // A document that nothing can follow is complete even if its last token is the last one of the limit; a text is
      // cut off wherever that is.
      return matcher.isComplete ? .endOfGeneration : reason
    }
    // The guide allows no further token, so no step is needed to sample the end.
    if matcher.mustEnd { return .endOfGeneration }
    active[index].matcher = matcher
    return nil
  }

  private mutating func sample(
    _ index: Int, _ logitsRow: Int, _ mask: TokenMask
  ) throws(InferenceError) -> TokenID {
    guard let token = sampleToken(index, logitsRow, mask) else { throw nonFiniteLogits(of: index) }
    return token
  }

  /// Accepts a sampled token, or another one if the answer could not be completed within `left` tokens after it.
  ///
  /// Rejecting a token and sampling among the rest has the same distribution as sampling among the rest at once, where
  /// no sampler truncates. So the smaller mask has to be computed only when the tokens run out.
  private mutating func accept(
    _ drawn: TokenID, _ matcher: inout GuideMatcher, _ index: Int, _ logitsRow: Int, _ left: Int
  ) throws(InferenceError) -> TokenID {
    if try wrapping({ () throws(GuideError) in try matcher.accept(drawn, leaving: left - 1) }) { return drawn }
    // The end-of-generation token need not fit: it is not run.
    let mask = try wrapping { () throws(GuideError) in try matcher.mask(remaining: left + 1) }
    let other = try sample(index, logitsRow, mask)
    if try wrapping({ () throws(GuideError) in try matcher.accept(other, leaving: left - 1) }) { return other }
    guard let next = matcher.shortestCompletion().first else { throw .guide(.tokenNotAllowed(id: drawn)) }
    try wrapping { () throws(GuideError) in try matcher.accept(next) }
    return next
  }

  /// Returns the forced tokens and advances the matcher by them; none if too few tokens were left for completion.
  private func forcedTokens(_ matcher: inout GuideMatcher, atMost count: Int) -> [TokenID] {
    let tokens = matcher.forcedTokens(setup.tokenizer)
    return accept(all: tokens, &matcher, atMost: count) ? tokens : []
  }

  /// Advances the matcher by tokens, if the guide allows all and `count` suffices for them and the rest of the answer.
  ///
  /// - Returns: False if there are no tokens or the matcher was not advanced.
  private func accept(all tokens: [TokenID], _ matcher: inout GuideMatcher, atMost count: Int) -> Bool {
    guard !tokens.isEmpty, tokens.count <= count else { return false }
    var ahead = matcher
    for token in tokens where (try? ahead.accept(token)) == nil { return false }
    guard ahead.shortestCompletion().count <= count - tokens.count else { return false }
    matcher = ahead
    return true
  }
}
