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
    var keyValueType: KeyValueType
    /// How many sequences advance at once; further ones wait.
    var maximumActive: Int
  }

  let setup: Setup
  private var waiting: WaitingList
  var active: [ActiveSequence] = []
  private var prefixes: PrefixStore
  var batch = DecoderBatch()
  /// How many tokens of each active sequence are in the batch.
  var readCounts: [Int] = []
  var pace = ReadingPace()
  let masks = MaskWorker()

  init(_ setup: Setup) {
    self.setup = setup
    waiting = WaitingList()
    let configuration = setup.decoder.model.configuration
    prefixes = PrefixStore(
      bytesPerToken: setup.decoder.model.cacheBytesPerPosition(setup.keyValueType),
      planes: 2 * configuration.layerCount * configuration.attention.keyValueHeadCount)
  }

  /// Serves requests until the inbox is closed.
  mutating func serve(_ inbox: Inbox) {
    while let tickets = inbox.take(mayWait: active.isEmpty && waiting.isEmpty, served: active.count + waiting.count) {
      waiting.add(tickets)
      dropCancelled()
      admit()
      if !active.isEmpty { step() }
    }
    for sequence in active { sequence.ticket.continuation.finish(throwing: InferenceError.stopped) }
    for ticket in waiting.tickets { ticket.continuation.finish(throwing: InferenceError.stopped) }
  }

  private mutating func dropCancelled() {
    waiting.dropCancelled()
    for index in active.indices.reversed() where active[index].isCancelled { retire(index) }
  }

  private mutating func admit() {
    while active.count < setup.maximumActive, let ticket = waiting.next() {
      do throws(InferenceError) {
        let setup = setup
        let cached = try prefixes.take(for: ticket.request.prompt, adapter: ticket.request.adapter) {
          () throws(InferenceError) in
          try setup.decoder.model.makeCache(capacity: setup.contextSize, type: setup.keyValueType)
        }
        active.append(ActiveSequence(ticket, cached))
      } catch {
        ticket.continuation.finish(throwing: error)
      }
    }
  }

  /// Takes a sequence off the list and keeps what it has read for later prompts.
  mutating func retire(_ index: Int) {
    let sequence = active.remove(at: index)
    prefixes.add(
      sequence.cache, tokens: Array(sequence.tokens.prefix(sequence.cachedCount)),
      adapter: sequence.ticket.request.adapter)
  }
}
