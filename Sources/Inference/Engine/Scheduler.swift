import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

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
    /// How many sequences advance at once; further ones wait.
    var maximumActive: Int
    /// Where it is written down what happens.
    var trace: EngineTrace?
    /// Whether tokens are guessed from what came before.
    var usesPromptLookup: Bool
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
  var rowCost = RowCost()
  let masks = MaskWorker()

  init(_ setup: Setup) {
    self.setup = setup
    pages = SequencePages(setup.pool)
  }

  /// Serves requests until the inbox is closed.
  mutating func serve(_ inbox: Inbox<Ticket, Scheduler>) {
    while let tickets = inbox.take(mayWait: servedCount == 0, served: servedCount) {
      waiting.add(tickets)
      dropCancelled()
      for errand in inbox.takeErrands() { errand.run(&self) }
      admit()
      if !active.isEmpty { step() }
    }
    for sequence in active + displaced { sequence.ticket.continuation.finish(throwing: InferenceError.stopped) }
    for ticket in waiting.tickets { ticket.continuation.finish(throwing: InferenceError.stopped) }
    for errand in inbox.takeErrands() { errand.giveUp() }
    pages.forgetAll()
  }

  private var servedCount: Int { active.count + displaced.count + waiting.count }

  private mutating func dropCancelled() {
    waiting.dropCancelled()
    displaced.removeAll(where: \.isCancelled)
    for index in active.indices.reversed() where active[index].isCancelled { retire(index) }
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
      active.append(pages.begin(ticket, contextSize: setup.contextSize, setup.tokenizer.vocabulary))
    }
  }

  /// Takes a sequence off the list and keeps what it has read for later prompts.
  mutating func retire(_ index: Int) {
    pages.end(active.remove(at: index))
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
        var last = active.removeLast()
        if active.isEmpty {
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
}
