import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// Sequences whose answers have to be something.
extension Scheduler {
  /// Of more than this part of the vocabulary all logits are computed, which takes no choosing.
  private static let largestShare = 0.5

  /// Lets the other thread find what may come next in guided sequences, and behind guesses; returns which these are.
  mutating func beginMasks() -> [Int] {
    var (guided, tasks): ([Int], [MaskTask]) = ([], [])
    for index in active.indices where isChoosing(index) {
      guard let matcher = active[index].matcher else { continue }
      tasks.append(MaskTask(matcher, guess: active[index].guess))
      // The task's own, so that it can be changed without a copy.
      active[index].matcher = nil
      guided.append(index)
    }
    if !tasks.isEmpty { masks.begin(tasks) }
    return guided
  }

  /// Waits for what may come next and gives it to its sequences.
  mutating func finishMasks(_ guided: [Int]) {
    guard !guided.isEmpty else { return }
    let start = ContinuousClock.now
    let results = masks.finish()
    let waited = ContinuousClock.now - start
    for (index, result) in zip(guided, results) {
      active[index].matcher = result.matcher
      active[index].masks = result.masks
      let seconds: Double = result.time / .seconds(1)
      guessCost.note(maskSeconds: seconds / Double(result.masks.count))
      count(index) { $0.maskTime += result.time }
      active[index].statistics.guideTime += waited / guided.count
    }
  }

  /// The tokens whose logits are needed, nil if they are most or if it is not known yet.
  static func selection(_ tasks: [MaskTask]?, _ decoder: Decoder) -> RowSelection? {
    guard let tasks else { return nil }
    var selection = RowSelection(of: decoder.model.weights.output.projection)
    for case .success(let mask) in tasks.lazy.flatMap(\.masks) {
      if let few = mask.few {
        for token in few { selection.insert(token) }
      } else {
        // As 32 rows are computed together, one of them is as good as all.
        for (place, word) in mask.words.enumerated() where word != 0 {
          if word & 0xFFFF_FFFF != 0 { selection.insert(64 * place) }
          if word >> 32 != 0 { selection.insert(64 * place + 32) }
        }
      }
    }
    return selection.share <= Self.largestShare ? selection : nil
  }

  /// Chooses a token that the guide allows, and takes what it forces after it, which is run together with it.
  mutating func advanceGuided(
    _ index: Int, _ logitsRow: Int, _ mask: Result<TokenMask, GuideError>?
  ) -> SequenceEnd? {
    do throws(GuideError) {
      return try chooseGuided(index, logitsRow, mask).map { .finished($0) }
    } catch {
      return .failed(.guide(error))
    }
  }

  private mutating func chooseGuided(
    _ index: Int, _ logitsRow: Int, _ mask: Result<TokenMask, GuideError>?
  ) throws(GuideError) -> FinishReason? {
    guard var matcher = active[index].matcher, let mask = try mask?.get() else { throw .noTokenAllowed(offset: 0) }
    active[index].matcher = nil
    let left = active[index].tokensLeft(contextSize: setup.contextSize)
    var reason: FinishReason?
    let closing = active[index].reasoning?.closing ?? []
    let isClosing = accept(all: closing, &matcher, atMost: left)
    let drawn = isClosing ? nil : sample(index, logitsRow, mask)
    let start = ContinuousClock.now
    defer { active[index].statistics.guideTime += ContinuousClock.now - start }
    if let drawn {
      let token = try accept(drawn, &matcher, index, logitsRow, left)
      guard !matcher.isFinished else { return .endOfGeneration }
      reason = append(token, to: index)
    } else {
      reason = append(forced: closing, to: index)
    }
    if reason == nil {
      let forced = forcedTokens(&matcher, atMost: active[index].tokensLeft(contextSize: setup.contextSize))
      reason = append(forced: forced, to: index)
    }
    if let reason {
      // The budget was kept in sight, so the answer is complete.
      return matcher.isAccepting ? .endOfGeneration : reason
    }
    // Where nothing may follow there is nothing to ask the model.
    if matcher.mustEnd { return .endOfGeneration }
    active[index].matcher = matcher
    return nil
  }

  private mutating func sample(_ index: Int, _ logitsRow: Int, _ mask: TokenMask) -> TokenID {
    setup.decoder.logits.withRow(logitsRow) {
      active[index].sampler.sample($0, count: setup.tokenCount, mask: mask)
    }
  }

  /// Goes on by a token that has been drawn, or by another if with `left` tokens the answer could not be finished after it.
  ///
  /// To reject and draw among the others is, where nothing truncates, the same as to draw among the others from the
  /// start; and only when the tokens run out have the others to be found.
  private mutating func accept(
    _ drawn: TokenID, _ matcher: inout GuideMatcher, _ index: Int, _ logitsRow: Int, _ left: Int
  ) throws(GuideError) -> TokenID {
    if try matcher.accept(drawn, leaving: left - 1) { return drawn }
    // The token that ends an answer need not fit: it is not run.
    let other = sample(index, logitsRow, try matcher.mask(remaining: left + 1))
    if try matcher.accept(other, leaving: left - 1) { return other }
    guard let next = matcher.shortestCompletion().first else { throw .tokenNotAllowed(id: drawn) }
    try matcher.accept(next)
    return next
  }

  /// What has to come next, accepted by the matcher; nothing if after it too few tokens would be left to finish.
  private func forcedTokens(_ matcher: inout GuideMatcher, atMost count: Int) -> [TokenID] {
    let tokens = matcher.forcedTokens(setup.tokenizer)
    return accept(all: tokens, &matcher, atMost: count) ? tokens : []
  }

  /// Goes on by all of some tokens, if there are any, the guide allows them, and `count` are enough for them and the rest
  /// of the answer; otherwise returns false and leaves the matcher where it is.
  private func accept(all tokens: [TokenID], _ matcher: inout GuideMatcher, atMost count: Int) -> Bool {
    guard !tokens.isEmpty, tokens.count <= count else { return false }
    var ahead = matcher
    for token in tokens where (try? ahead.accept(token)) == nil { return false }
    guard ahead.shortestCompletion().count <= count - tokens.count else { return false }
    matcher = ahead
    return true
  }
}

extension GuideMatcher {
  /// Goes on by a token if the answer then can be finished with `count` more; otherwise returns false and stays.
  fileprivate mutating func accept(_ token: TokenID, leaving count: Int) throws(GuideError) -> Bool {
    var ahead = self
    try ahead.accept(token)
    guard ahead.isFinished || ahead.shortestCompletion().count <= count else { return false }
    self = ahead
    return true
  }
}
