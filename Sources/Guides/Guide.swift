import Synchronization

/// What an answer has to be, compiled for a vocabulary: a schema, a pattern, a choice, or a composition of them.
///
/// ```swift
/// let index = TokenIndex(tokenizer.vocabulary)
/// let guide = try Guide(schema: #"{"type": "object", "properties": {"name": {"type": "string"}}}"#, index: index)
/// var matcher = guide.makeMatcher()
/// while !matcher.isFinished {
///   let token = sample(logits, matcher.mask())
///   try matcher.accept(token)
/// }
/// ```
///
/// A guide is immutable to the outside and may be used by any number of threads. What is computed on the way, states and
/// masks, is shared by its matchers and limited in memory: states to 24 MB, masks to 16 MB, what names of properties do
/// to tokens to 8 MB, and the ways to the end to 8 MB. What is beyond that is forgotten and made anew when it is needed.
/// All guides of a vocabulary share 48 MB in its ``TokenIndex``, and all guides of a process 24 MB of patterns.
public final class Guide: Sendable {
  /// How many bytes of states are kept.
  static let stateCapacity = 24 << 20
  /// How many bytes of masks are kept.
  static let maskCapacity = 16 << 20

  /// What a lenient compilation has dropped: the JSON pointer of each keyword with the reason.
  public let dropped: [String]
  /// What looks like a constraint of the schema but is none, such as an unknown format.
  public let notes: [String]
  /// The vocabulary that masks are made for.
  public let index: TokenIndex
  let grammar: Grammar
  private let endsAtDelimiter: Bool
  private let runtime: Mutex<Runtime>

  /// What is shared by the matchers.
  private struct Runtime {
    /// Holds the machine.
    var maker: MaskMaker
    var masks: [Int32: TokenMask] = [:]
    var maskBytes = 0
    /// Grows when everything is forgotten: states of an older generation mean nothing.
    var generation = 0
  }

  init(grammar: Grammar, index: TokenIndex, endsAtDelimiter: Bool, dropped: [String], notes: [String]) {
    self.grammar = grammar
    self.index = index
    self.endsAtDelimiter = endsAtDelimiter
    self.dropped = dropped
    self.notes = notes
    runtime = Mutex(
      Runtime(maker: MaskMaker(machine: Machine(grammar), index: index, endsAtDelimiter: endsAtDelimiter)))
  }

  /// About how many bytes of states and masks the guide keeps at the moment.
  public var cachedByteCount: Int {
    runtime.withLock { $0.maskBytes + $0.maker.machine.byteCount + $0.maker.cachedByteCount }
  }

  /// True if a text had so many readings that some were not followed.
  var hasLeftOutReadings: Bool { runtime.withLock { $0.maker.machine.hasLeftOutReadings } }

  /// A matcher at the beginning.
  public func makeMatcher() -> GuideMatcher { GuideMatcher(self) }

  /// Brings a matcher's position up to date, then runs the function with it and the machine.
  func withMachine<Result: Sendable>(
    _ position: inout GuidePosition, _ body: (inout Machine, inout Int32) -> Result
  ) -> Result {
    withMaker(&position) { maker, state in body(&maker.machine, &state) }
  }

  /// Brings a matcher's position up to date, then runs the function with it and the maker of masks.
  func withMaker<Result: Sendable>(
    _ position: inout GuidePosition, _ body: (inout MaskMaker, inout Int32) -> Result
  ) -> Result {
    let current = position
    let (result, updated) = runtime.withLock { runtime -> (Result, GuidePosition) in
      var position = current
      refresh(&runtime, &position)
      return (body(&runtime.maker, &position.state), position)
    }
    position = updated
    return result
  }

  /// The tokens that may come at a position.
  func mask(_ position: inout GuidePosition) -> TokenMask {
    let current = position
    let (mask, updated) = runtime.withLock { runtime -> (TokenMask, GuidePosition) in
      var position = current
      refresh(&runtime, &position)
      if let known = runtime.masks[position.state] { return (known, position) }
      let mask = runtime.maker.mask(position.state)
      runtime.maskBytes += mask.byteCount
      if runtime.maskBytes > Self.maskCapacity {
        runtime.masks = [:]
        runtime.maskBytes = mask.byteCount
      }
      runtime.masks[position.state] = mask
      return (mask, position)
    }
    position = updated
    return mask
  }

  private func refresh(_ runtime: inout Runtime, _ position: inout GuidePosition) {
    if runtime.maker.machine.byteCount > Self.stateCapacity {
      let maker = MaskMaker(machine: Machine(grammar), index: index, endsAtDelimiter: endsAtDelimiter)
      runtime = Runtime(maker: maker, generation: runtime.generation + 1)
    }
    guard position.generation != runtime.generation else { return }
    position.generation = runtime.generation
    position.state = runtime.maker.machine.start()
    for byte in position.text where position.state >= 0 {
      position.state = runtime.maker.machine.step(position.state, byte)
    }
  }
}

/// Where a matcher is: its text, and the state that the text leads to.
struct GuidePosition: Sendable {
  var text: [UInt8] = []
  var state: Int32 = 0
  var generation = -1
}
