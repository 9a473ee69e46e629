import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// What the engine's thread runs: all sequences advance together, step by step.
///
/// A step is one forward pass over the last token of every sequence that generates, and as much of the prompts of
/// those that read as fits. While others generate, prompts are read in small pieces so that no stream stalls.
struct Scheduler {
  /// The parts of a scheduler, which are handed over to its thread.
  struct Setup {
    var decoder: Decoder
    var tokenizer: Tokenizer
    /// Where requests come from.
    var inbox: Inbox<Ticket, Scheduler>
    /// The number of tokens that can be chosen.
    var tokenCount: Int
    var endOfGeneration: Set<Int>
    var contextSize: Int
    /// Where keys and values are kept.
    var pool: KeyValuePool
    /// How many sequences advance at once; further ones wait.
    var maximumActive: Int
    /// Where it is written down what happens.
    var trace: EngineTrace?
    /// Whether tokens are guessed from what came before.
    var usesPromptLookup: Bool
    /// A smaller model that guesses too.
    var draft: DraftModel?
    /// Where is counted what happens.
    var counters: EngineCounters
    /// What keeps the weights for other engines of the file.
    var loaded: LoadedModel
    /// What a guessed token is taken to cost; nil for what is measured.
    var guessCost: Double?
  }

  let setup: Setup
  private var waiting = WaitingList()
  var active: [ActiveSequence] = []
  /// Those that had to give their memory to others, to be read again.
  private var displaced: [ActiveSequence] = []
  /// How often a sequence has been displaced.
  private(set) var displacementCount = 0
  /// How many sequences have given their memory back since others came in.
  private var endedCount = 0
  var pages: SequencePages
  var batch = DecoderBatch()
  /// How many tokens of each active sequence are in the batch.
  var readCounts: [Int] = []
  var pace = ReadingPace()
  var guessCost: GuessCost
  let masks = MaskWorker()
  var drafter: Drafter?
  /// What has not been counted yet.
  var news = EngineStatistics()

  init(_ setup: Setup) {
    self.setup = setup
    pages = SequencePages(setup.pool)
    drafter = setup.draft.map { Drafter($0) }
    guessCost = GuessCost(fixed: setup.guessCost)
  }

  /// Serves requests until the inbox is closed.
  mutating func serve() {
    while let tickets = setup.inbox.take(mayWait: servedCount == 0) {
      waiting.add(tickets)
      dropCancelled()
      for errand in setup.inbox.takeErrands() { errand.run(&self) }
      admit()
      if !active.isEmpty { step() }
    }
    news.activeRequests -= active.count + displaced.count
    news.waitingRequests -= waiting.count
    news.failedRequests += servedCount
    publish()
    for sequence in active + displaced { sequence.ticket.continuation.finish(throwing: InferenceError.stopped) }
    for ticket in waiting.tickets { ticket.continuation.finish(throwing: InferenceError.stopped) }
    for errand in setup.inbox.takeErrands() { errand.giveUp() }
    forgetAll()
  }

  /// Forgets what is kept of sequences that have ended.
  mutating func forgetAll() {
    pages.forgetAll()
    drafter?.forgetAll()
  }

  /// Counts how a request ended and gives its place back; before whoever waits for it is told.
  mutating func note(_ end: SequenceEnd) {
    setup.inbox.release(1)
    news.activeRequests -= 1
    switch end {
    case .finished: news.finishedRequests += 1
    case .failed: news.failedRequests += 1
    }
    publish()
  }

  /// Counts something of a request.
  mutating func count(_ index: Int, _ change: (inout ServedTokens) -> Void) {
    change(&active[index].statistics.served)
    change(&news.served)
  }

  /// Counts what has happened meanwhile.
  mutating func publish() {
    setup.counters.update { [news] in $0.add(news) }
    news = EngineStatistics()
  }

  private var servedCount: Int { active.count + displaced.count + waiting.count }

  private mutating func dropCancelled() {
    let (served, waited) = (servedCount, waiting.count)
    waiting.dropCancelled()
    displaced.removeAll(where: \.isCancelled)
    for index in active.indices.reversed() where active[index].isCancelled { retire(index) }
    guard servedCount < served else { return }
    setup.inbox.release(served - servedCount)
    news.cancelledRequests += served - servedCount
    news.waitingRequests -= waited - waiting.count
    news.activeRequests -= served - servedCount - (waited - waiting.count)
    publish()
  }

  private mutating func admit() {
    // Whoever was displaced was there before those that wait, and comes back when another has ended: one for each.
    while active.isEmpty || endedCount > 0, !displaced.isEmpty {
      var sequence = displaced.removeFirst()
      pages.resume(&sequence)
      active.append(sequence)
      endedCount -= 1
    }
    endedCount = 0
    while active.count < setup.maximumActive, displaced.isEmpty, let ticket = waiting.next() {
      let sequence = pages.begin(ticket, contextSize: setup.contextSize, setup.tokenizer.vocabulary)
      active.append(sequence)
      news.waitingRequests -= 1
      news.activeRequests += 1
      news.served.cachedTokens += sequence.cachedCount
    }
  }

  /// Takes a sequence off the list and keeps what it has read for later prompts.
  mutating func retire(_ index: Int) {
    var sequence = active.remove(at: index)
    endDraft(&sequence)
    pages.end(sequence)
    endedCount += 1
  }

  /// Gives every sequence room for what it may read in the next step.
  ///
  /// If memory is short those that came last give theirs to those that came first, and are read again later.
  mutating func makeRoom() {
    var index = 0
    while index < active.count {
      do throws(InferenceError) {
        try pages.makeRoom(min(active[index].pendingCount, setup.decoder.maximumRows), for: active[index])
        index += 1
      } catch {
        // Alone it needs no page twice when nobody else can find it.
        if active.count == 1, pages.forgetAll() { continue }
        var last = active.removeLast()
        endDraft(&last)
        if active.isEmpty {
          note(.failed(error))
          last.finish(.failed(error), setup.trace)
          pages.end(last)
        } else {
          pages.displace(&last)
          displacementCount += 1
          displaced.insert(last, at: 0)
        }
      }
    }
  }

  /// Keeps what the draft model has read of a sequence for others.
  private mutating func endDraft(_ sequence: inout ActiveSequence) {
    if let reading = sequence.drafted { drafter?.end(reading, sequence.tokens) }
    sequence.drafted = nil
  }
}
