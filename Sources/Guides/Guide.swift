import Synchronization

/// A constraint on generated text, compiled for a vocabulary: a schema, pattern, grammar, choice or composition.
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
/// A guide is immutable for its users and thread-safe. States and masks are computed lazily, shared by the guide's
/// matchers and cached within limits: 24 MB of states, 16 MB of masks, 8 MB of trie walks of property names, and 8 MB
/// of completions. A cache that exceeds its limit is cleared and refilled on demand. All guides of a vocabulary share
/// 48 MB in its ``TokenIndex``, and all guides of a process share 24 MB of patterns.
public final class Guide: Sendable {
  /// The capacity of the state cache, in bytes.
  static let stateCapacity = 24 << 20
  /// The capacity of the mask cache, in bytes.
  static let maskCapacity = 16 << 20

  /// The keywords dropped by a lenient compilation: the JSON pointer of each with the reason.
  public let dropped: [String]
  /// Notes about keywords that do not constrain anything, such as an unknown format.
  public let notes: [String]
  /// The token index of the vocabulary.
  public let index: TokenIndex
  let grammar: Grammar
  private let endsAtDelimiter: Bool
  private let runtime: Mutex<Runtime>

  /// The mutable state shared by the matchers.
  private struct Runtime {
    /// The mask builder, which owns the automaton.
    var maskBuilder: MaskBuilder
    var masks: [Int32: TokenMask] = [:]
    var maskBytes = 0
    /// The generation, incremented when the caches are cleared; states of older generations are invalid.
    var generation = 0
  }

  init(grammar: Grammar, index: TokenIndex, endsAtDelimiter: Bool, dropped: [String], notes: [String]) {
    self.grammar = grammar
    self.index = index
    self.endsAtDelimiter = endsAtDelimiter
    self.dropped = dropped
    self.notes = notes
    runtime = Mutex(
      Runtime(
        maskBuilder: MaskBuilder(
          machine: PushdownAutomaton(grammar), index: index, endsAtDelimiter: endsAtDelimiter)))
  }

  /// The approximate size of the cached states and masks, in bytes.
  public var cachedByteCount: Int {
    runtime.withLock { $0.maskBytes + $0.maskBuilder.machine.byteCount + $0.maskBuilder.cachedByteCount }
  }

  /// Throws if the limits on configurations have caused some to be dropped, so that allowed tokens may be missing.
  ///
  /// The states are then discarded, so that other answers are not affected.
  func checkCompleteness() throws(GuideError) {
    let isComplete = runtime.withLock { runtime -> Bool in
      guard runtime.maskBuilder.machine.hasDroppedConfigurations else { return true }
      clear(&runtime)
      return false
    }
    guard isComplete else { throw Self.tooManyAlternatives }
  }

  static var tooManyAlternatives: GuideError {
    .tooComplex(pointer: "", reason: "more than \(PushdownAutomaton.maximumConfigurations) alternatives at a time")
  }

  /// Judges a complete text, independently of all texts before it.
  ///
  /// - Parameter text: The text.
  /// - Returns: True if it is accepted, and true if no configurations were dropped, so that a rejection is certain.
  func judge(_ text: [UInt8]) -> (isAccepted: Bool, isComplete: Bool) {
    runtime.withLock { runtime in
      // States that lack configurations remain until the matcher that found them checks for it.
      if runtime.maskBuilder.machine.hasDroppedConfigurations {
        var machine = PushdownAutomaton(grammar)
        let isAccepted = machine.accepts(text)
        return (isAccepted, !machine.hasDroppedConfigurations)
      }
      if runtime.maskBuilder.machine.byteCount > Self.stateCapacity { clear(&runtime) }
      let isAccepted = runtime.maskBuilder.machine.accepts(text)
      let isComplete = !runtime.maskBuilder.machine.hasDroppedConfigurations
      if !isComplete { clear(&runtime) }
      return (isAccepted, isComplete)
    }
  }

  private func clear(_ runtime: inout Runtime) {
    let maskBuilder = MaskBuilder(machine: PushdownAutomaton(grammar), index: index, endsAtDelimiter: endsAtDelimiter)
    runtime = Runtime(maskBuilder: maskBuilder, generation: runtime.generation + 1)
  }

  /// Creates a matcher in the initial state.
  public func makeMatcher() -> GuideMatcher { GuideMatcher(self) }

  /// Validates a matcher's position, then calls the closure with the automaton and the state.
  func withMachine<Result: Sendable>(
    _ position: inout GuidePosition, _ body: (inout PushdownAutomaton, inout Int32) -> Result
  ) -> Result {
    withMaskBuilder(&position) { maskBuilder, state in body(&maskBuilder.machine, &state) }
  }

  /// Validates a matcher's position, then calls the closure with the mask builder and the state.
  func withMaskBuilder<Result: Sendable>(
    _ position: inout GuidePosition, _ body: (inout MaskBuilder, inout Int32) -> Result
  ) -> Result {
    let current = position
    let (result, updated) = runtime.withLock { runtime -> (Result, GuidePosition) in
      var position = current
      refresh(&runtime, &position)
      return (body(&runtime.maskBuilder, &position.state), position)
    }
    position = updated
    return result
  }

  /// Returns the mask of a position.
  func mask(_ position: inout GuidePosition) -> TokenMask {
    let current = position
    let (mask, updated) = runtime.withLock { runtime -> (TokenMask, GuidePosition) in
      var position = current
      refresh(&runtime, &position)
      if let known = runtime.masks[position.state] { return (known, position) }
      let mask = runtime.maskBuilder.mask(position.state)
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
    if runtime.maskBuilder.machine.byteCount > Self.stateCapacity { clear(&runtime) }
    guard position.generation != runtime.generation else { return }
    position.generation = runtime.generation
    position.state = runtime.maskBuilder.machine.start()
    for byte in position.text where position.state >= 0 {
      position.state = runtime.maskBuilder.machine.step(position.state, byte)
    }
  }
}

/// The position of a matcher: its text, and the automaton's state after it.
struct GuidePosition: Sendable {
  var text: [UInt8] = []
  var state: Int32 = 0
  var generation = -1
}
