import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// The continuous-batching scheduler that the engine's thread runs.
///
/// A step is one forward pass over the last token of every decoding sequence, and as many prompt tokens of the others
/// as fit. While sequences decode, prompts are processed in small chunks, so that no stream stalls.
struct Scheduler {
  /// The components of a scheduler, which are passed to its thread.
  struct Setup {
    var decoder: Decoder
    var tokenizer: Tokenizer
    var queue: RequestQueue<PendingRequest, Scheduler>
    /// The number of tokens of the vocabulary, without the padding of the logits.
    var tokenCount: Int
    var endOfGeneration: Set<Int>
    var contextSize: Int
    /// The pages of the KV cache.
    var pool: KeyValuePool
    /// The maximum number of sequences in a batch; further requests wait.
    var maximumActive: Int
    var trace: EngineTrace?
    /// True if prompt-lookup decoding is used.
    var usesPromptLookup: Bool
    /// The draft model of speculative decoding.
    var draft: DraftModel?
    var counters: EngineCounters
    /// A reference that keeps the weights available to other engines of the file.
    var loaded: LoadedModel
    /// A constant cost of draft tokens; nil to measure it.
    var speculationCost: Double?
  }

  let setup: Setup
  private var waiting = WaitingList()
  var active: [ActiveSequence] = []
  /// The sequences that have been preempted; they are prefilled again when memory is available.
  private var preempted: [ActiveSequence] = []
  private(set) var preemptionCount = 0
  /// The number of sequences that have ended since the last admission.
  private var endedCount = 0
  var pages: SequencePages
  var batch = DecoderBatch()
  /// The number of rows of each active sequence in the batch, without draft tokens.
  var rowCounts: [Int] = []
  var prefillBudget = PrefillBudget()
  var speculationCost: SpeculationCost
  let masks = MaskWorker()
  var drafter: Drafter?
  /// The statistics that have not been added to the counters yet.
  var pendingStatistics = EngineStatistics()

  init(_ setup: Setup) {
    self.setup = setup
    pages = SequencePages(setup.pool)
    drafter = setup.draft.map { Drafter($0) }
    speculationCost = SpeculationCost(fixed: setup.speculationCost)
    setup.decoder.timer = setup.trace?.makeTimer()
  }

  /// Adds the time since the last mark to a part of the step, if the trace measures parts.
  func mark(_ part: StepPart) { setup.decoder.mark(part) }

  /// Serves requests until the queue is closed.
  mutating func serve() {
    while let requests = takeRequests() {
      waiting.add(requests)
      dropCancelled()
      let commands = setup.queue.takeCommands()
      // Commands and prompts take longer than a step without them.
      if !requests.isEmpty || !commands.isEmpty { wakeReaders(canWait: false) }
      for command in commands { command.run(&self) }
      admit()
      adoptPrefixes()
      endSequencesWithDamagedTokens()
      if !active.isEmpty, !endAllIfWeightsAreDamaged() { step() }
    }
    pendingStatistics.activeRequests -= active.count + preempted.count
    pendingStatistics.waitingRequests -= waiting.count
    pendingStatistics.failedRequests += servedCount
    publish()
    for sequence in active + preempted { sequence.pending.reject(.stopped) }
    for request in waiting.requests { request.reject(.stopped) }
    for command in setup.queue.takeCommands() { command.cancel() }
    evictAll()
  }

  /// Removes and returns the waiting requests, and sleeps until there are some if none is served; nil at the end.
  private func takeRequests() -> [PendingRequest]? {
    guard servedCount == 0 else { return setup.queue.take(blocking: false) }
    setup.decoder.kernels.pool.finishAsides()
    return setup.queue.take(blocking: true)
  }

  /// Evicts the prefixes of sequences that have ended.
  mutating func evictAll() {
    pages.evictAll()
    drafter?.evictAll()
  }

  /// Counts the end of a request and releases its capacity, before its caller is notified.
  mutating func record(_ end: SequenceEnd) {
    setup.queue.release(1)
    pendingStatistics.activeRequests -= 1
    switch end {
    case .finished: pendingStatistics.finishedRequests += 1
    case .failed: pendingStatistics.failedRequests += 1
    }
    publish()
  }

  /// Changes the statistics of a request and those of the engine.
  mutating func count(_ index: Int, _ change: (inout TokenStatistics) -> Void) {
    change(&active[index].statistics.tokenStatistics)
    change(&pendingStatistics.tokenStatistics)
  }

  /// Adds the pending statistics to the counters.
  mutating func publish() {
    setup.counters.update { [pendingStatistics] in $0.add(pendingStatistics) }
    pendingStatistics = EngineStatistics()
  }

  private var servedCount: Int { active.count + waitingCount }

  /// The number of requests that are waiting, or waiting again.
  var waitingCount: Int { preempted.count + waiting.count }

  private mutating func dropCancelled() {
    let (served, waited) = (servedCount, waiting.count)
    if waited > 0 { waiting.dropCancelled() }
    if !preempted.isEmpty { preempted.removeAll { $0.isCancelled } }
    for index in active.indices.reversed() where active[index].isCancelled { retire(index) }
    guard servedCount < served else { return }
    setup.queue.release(served - servedCount)
    pendingStatistics.cancelledRequests += served - servedCount
    pendingStatistics.waitingRequests -= waited - waiting.count
    pendingStatistics.activeRequests -= served - servedCount - (waited - waiting.count)
    publish()
  }

  private mutating func admit() {
    // Preempted sequences come before waiting requests; one is resumed for each that has ended.
    while active.isEmpty || endedCount > 0, !preempted.isEmpty {
      let sequence = preempted.removeFirst()
      pages.resume(sequence)
      active.append(sequence)
      endedCount -= 1
    }
    endedCount = 0
    while active.count < setup.maximumActive, preempted.isEmpty, let request = waiting.next() {
      var sequence = pages.makeSequence(request, contextSize: setup.contextSize, setup.tokenizer.vocabulary)
      awaitPrefix(&sequence)
      sequence.emitProgress()
      active.append(sequence)
      pendingStatistics.waitingRequests -= 1
      pendingStatistics.activeRequests += 1
      pendingStatistics.tokenStatistics.cachedTokens += sequence.cachedCount
    }
  }

  /// Ends sequences whose next tokens have embeddings that are not finite.
  ///
  /// Keys and values that are NaN must not get into pages, as attention reads them with a weight of 0 after the end of
  /// other sequences that get the page later.
  private mutating func endSequencesWithDamagedTokens() {
    let check = setup.decoder.model.weights.embeddingCheck
    for index in active.indices.reversed() where active[index].awaited == nil {
      let (known, count) = (max(active[index].checkedCount, active[index].cachedCount), active[index].tokens.count)
      do throws(InferenceError) {
        for position in known..<max(known, count) where active[index].tokens[position] >= 0 {
          try check.check(token: active[index].tokens[position], position: position)
        }
        active[index].checkedCount = count
      } catch {
        record(.failed(error))
        active[index].finish(.failed(error), setup.trace)
        retire(index)
      }
    }
  }

  /// Ends all active sequences if a weight was found to be NaN or infinite, and returns true then.
  ///
  /// The sequences that follow end alike, so it does not matter what the pages of the last step contain.
  mutating func endAllIfWeightsAreDamaged() -> Bool {
    do throws(InferenceError) {
      try setup.decoder.model.checkWeights()
      try setup.draft?.decoder.model.checkWeights()
      return false
    } catch {
      for index in active.indices.reversed() {
        record(.failed(error))
        active[index].finish(.failed(error), setup.trace)
        retire(index)
      }
      return true
    }
  }

  /// Removes a sequence that has ended and adds its pages to the prefix cache.
  mutating func retire(_ index: Int) {
    let sequence = active.remove(at: index)
    releaseDraft(sequence)
    pages.release(sequence)
    endedCount += 1
  }

  /// Reserves pages for the rows that every sequence may have in the next step.
  ///
  /// If memory is short, the sequences that came last are preempted.
  mutating func reservePages() {
    var index = 0
    while index < active.count {
      do throws(InferenceError) {
        let count = active[index].awaited == nil ? active[index].pendingCount : 0
        try pages.reserve(min(count, setup.decoder.maximumRows), for: active[index])
        index += 1
      } catch {
        // A single sequence needs no copies of pages that the prefix cache no longer refers to.
        if active.count == 1, pages.evictAll() { continue }
        let last = active.removeLast()
        releaseDraft(last)
        if active.isEmpty {
          record(.failed(error))
          last.finish(.failed(error), setup.trace)
          pages.release(last)
        } else {
          last.wakeReader()
          pages.preempt(last)
          preemptionCount += 1
          preempted.insert(last, at: 0)
        }
      }
    }
  }

  /// Adds a sequence's pages of the draft model to the prefix cache of that model.
  private mutating func releaseDraft(_ sequence: ActiveSequence) {
    if let draft = sequence.draftSequence { drafter?.release(draft, sequence.tokens) }
    sequence.draftSequence = nil
  }
}
