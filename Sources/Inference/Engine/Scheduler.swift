import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers
import Synchronization

/// What the engine's thread runs: all sequences advance together, step by step.
///
/// A step is one forward pass over the last token of every sequence that generates, and as much of the prompts of
/// those that read as fits. While others generate, prompts are read in small pieces so that no stream stalls.
struct Scheduler {
  /// What a scheduler is made from; can be sent to its thread.
  struct Setup: Sendable {
    var decoder: Decoder
    var tokenizer: Tokenizer
    /// The number of tokens that can be chosen.
    var tokenCount: Int
    var endOfGeneration: Set<Int>
    var contextSize: Int
    /// Where keys and values are kept.
    var pool: KeyValuePool
  }

  private let setup: Setup
  private var waiting: [Ticket] = []
  private var active: [ActiveSequence] = []
  private var pages: SequencePages
  /// Those that had to give their memory to others, to be read again.
  private var displaced: [ActiveSequence] = []
  /// Whether a sequence has given its memory back since others came in.
  private var hasEnded = false
  private var batch = DecoderBatch()

  /// How many sequences advance at once; further ones wait.
  private static let maximumActive = 32
  /// How many prompt tokens are read in a step while other sequences generate.
  private static let interleavedReading = 64

  init(_ setup: Setup) {
    self.setup = setup
    pages = SequencePages(setup.pool)
  }

  /// Serves requests until the inbox is closed.
  mutating func serve(_ inbox: Inbox) {
    while let tickets = inbox.take(mayWait: active.isEmpty && waiting.isEmpty && displaced.isEmpty) {
      waiting += tickets
      dropCancelled()
      admit()
      if !active.isEmpty { step() }
    }
    for sequence in active + displaced { sequence.ticket.continuation.finish(throwing: InferenceError.stopped) }
    for ticket in waiting { ticket.continuation.finish(throwing: InferenceError.stopped) }
  }

  private mutating func dropCancelled() {
    waiting.removeAll { $0.isCancelled.load(ordering: .relaxed) }
    displaced.removeAll(where: \.isCancelled)
    for index in active.indices.reversed() where active[index].isCancelled { retire(index) }
  }

  private mutating func admit() {
    // Whoever was displaced was there before those that wait, and comes back when another has ended.
    if active.isEmpty || hasEnded, !displaced.isEmpty {
      var sequence = displaced.removeFirst()
      pages.resume(&sequence)
      active.append(sequence)
    }
    hasEnded = false
    while active.count < Self.maximumActive, displaced.isEmpty, !waiting.isEmpty {
      active.append(
        pages.begin(waiting.removeFirst(), contextSize: setup.contextSize, setup.tokenizer.vocabulary))
    }
  }

  /// Takes a sequence off the list and keeps what it has read for later prompts.
  private mutating func retire(_ index: Int) {
    pages.end(active.remove(at: index))
    hasEnded = true
  }

  /// Gives every sequence room for what it may read in the next step.
  ///
  /// If memory is short those that came last give theirs to those that came first, and are read again later.
  private mutating func makeRoom() {
    var index = 0
    while index < active.count {
      do throws(InferenceError) {
        try pages.makeRoom(min(active[index].pendingCount, setup.decoder.maximumRows), for: active[index])
        index += 1
      } catch {
        var last = active.removeLast()
        if active.isEmpty {
          last.ticket.continuation.finish(throwing: error)
          pages.end(last)
        } else {
          pages.displace(&last)
          displaced.insert(last, at: 0)
        }
      }
    }
  }

  private mutating func step() {
    makeRoom()
    fillBatch()
    setup.decoder.forward(&batch)
    var logitsRow = 0
    var ended: [Int] = []
    for index in active.indices {
      let read = readCounts[index]
      guard read > 0 else { continue }
      active[index].cachedCount += read
      pages.share(&active[index])
      guard active[index].pendingCount == 0 else { continue }
      let wantsLogits = active[index].wantsTokens
      if active[index].isReading {
        active[index].emit(
          .promptRead(tokens: active[index].ticket.request.prompt.count, cached: active[index].reusedCount))
      }
      if let reason = wantsLogits ? advance(index, logitsRow) : .maximumTokens {
        active[index].finish(reason)
        ended.append(index)
      }
      if wantsLogits { logitsRow += 1 }
    }
    for index in ended.reversed() { retire(index) }
    // Its rows refer to caches, whose pages others may need.
    batch.removeAll()
  }

  /// How many tokens of each active sequence are in the batch.
  private var readCounts: [Int] = []

  private mutating func fillBatch() {
    batch.removeAll()
    readCounts.removeAll(keepingCapacity: true)
    let generating = active.count { !$0.isReading }
    let budget = generating > 0 ? Self.interleavedReading : setup.decoder.maximumRows
    var rowsLeft = setup.decoder.maximumRows - generating
    var readingLeft = min(budget, rowsLeft)
    for sequence in active {
      // A sequence that generates has one token to run, or besides some that its guide has forced.
      let most = sequence.isReading ? readingLeft : 1 + min(rowsLeft, Self.interleavedReading)
      let count = min(sequence.pendingCount, most)
      if sequence.isReading { readingLeft -= count } else { rowsLeft -= count - 1 }
      readingLeft = min(readingLeft, rowsLeft)
      readCounts.append(count)
      for offset in 0..<count {
        let position = sequence.cachedCount + offset
        let isLast = position == sequence.tokens.count - 1
        batch.append(
          sequence.tokens[position], at: position, of: sequence.cache,
          wantsLogits: isLast && sequence.wantsTokens, adapter: sequence.ticket.request.adapter)
      }
    }
  }

  /// Chooses a sequence's next token; returns why the sequence ends, nil if it goes on.
  private mutating func advance(_ index: Int, _ logitsRow: Int) -> FinishReason? {
    if active[index].matcher != nil { return advanceGuided(index, logitsRow) }
    let token = setup.decoder.logits.withRow(logitsRow) {
      active[index].sampler.sample($0, count: setup.tokenCount)
    }
    guard !setup.endOfGeneration.contains(token) else { return .endOfGeneration }
    return append(token, to: index)
  }

  /// Makes a token part of a sequence; returns why the sequence ends, nil if it goes on.
  private mutating func append(_ token: Int, to index: Int) -> FinishReason? {
    active[index].sampler.accept(token)
    active[index].tokens.append(token)
    active[index].generatedCount += 1
    active[index].emit(.token(token))
    if active[index].generatedCount == active[index].ticket.request.maximumTokens { return .maximumTokens }
    return active[index].tokens.count > setup.contextSize ? .contextFull : nil
  }
}

// MARK: - Guided sequences

extension Scheduler {
  /// Chooses a token that the guide allows, and takes what it forces after it, which is run together with it.
  private mutating func advanceGuided(_ index: Int, _ logitsRow: Int) -> FinishReason? {
    guard var matcher = active[index].matcher else { return .endOfGeneration }
    // The token that ends an answer need not fit: it is not run.
    let left = active[index].tokensLeft(contextSize: setup.contextSize) + 1
    guard let mask = try? matcher.mask(remaining: left), mask.count > 0 else { return .endOfGeneration }
    let token = setup.decoder.logits.withRow(logitsRow) {
      active[index].sampler.sample($0, count: setup.tokenCount, mask: mask)
    }
    guard !setup.endOfGeneration.contains(token), (try? matcher.accept(token)) != nil else { return .endOfGeneration }
    if let reason = append(token, to: index) { return reason }
    for token in forcedTokens(&matcher, atMost: left - 2) {
      if let reason = append(token, to: index) { return reason }
    }
    active[index].matcher = matcher
    // Where nothing may follow there is nothing to ask the model.
    let ends = setup.endOfGeneration
    return matcher.mask().few.map { $0.allSatisfy(ends.contains) } == true ? .endOfGeneration : nil
  }

  /// What has to come next, accepted by the matcher; nothing if after it too few tokens would be left to finish.
  private func forcedTokens(_ matcher: inout GuideMatcher, atMost count: Int) -> [TokenID] {
    let tokens = matcher.forcedTokens(setup.tokenizer)
    guard !tokens.isEmpty, tokens.count <= count else { return [] }
    var ahead = matcher
    for token in tokens where (try? ahead.accept(token)) == nil { return [] }
    guard ahead.shortestCompletion().count <= count - tokens.count else { return [] }
    matcher = ahead
    return tokens
  }
}
