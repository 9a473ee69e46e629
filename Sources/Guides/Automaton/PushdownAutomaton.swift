/// A nondeterministic pushdown automaton for a grammar, with states created lazily and interned.
///
/// A state is a set of configurations, nearly always a single one. Each configuration can be completed to an accepted
/// text, whichever of its stacks is chosen. Configurations differ in more than their stacks, so that their number does
/// not grow with the alternatives of the values around them.
struct PushdownAutomaton {
  /// The grammar, to which objects are added as names are used up.
  private(set) var grammar: Grammar
  var spellings = SpellingTable()
  /// The rules without the names that are used up.
  var used = UsedUp()
  /// The values that are used up.
  var valueSets = ValueSets()
  private(set) var configurations: [Configuration] = []
  private(set) var states: [[Int32]] = []
  private(set) var frames: [Frame]
  /// The nesting depth of arrays and objects above each frame, the same for all stacks of a set.
  private(set) var depths: [Int32] = [0]
  /// The unions of pairs of sets of stacks.
  var unions = TransitionTable()
  /// The stacks with the shortest completions.
  var shortestStacks = ShortestStacks()
  private(set) var objects: [(rule: Int32, progress: ObjectProgress, choices: ObjectChoices)] = []
  private(set) var arrays: [(rule: Int32, progress: ArrayProgress)] = []
  private var configurationIndex = NumberTable()
  private var stateIndex = NumberTable()
  private var singletonStates: [Int32] = []
  private var frameIndex = NumberTable()
  private var objectIndex: [ObjectKey: Int32] = [:]
  private var arrayIndex: [ArrayKey: Int32] = [:]
  private var transitions = TransitionTable()
  /// The configurations of large states, with the beginnings of their values and elements in place of these.
  var expansions = Expansions()
  /// The bytes that may follow large states.
  var nextBytes: [Int32: ByteSet] = [:]
  /// True if ``maximumConfigurations`` has been exceeded, so that some configurations were dropped.
  private(set) var hasDroppedConfigurations = false
  /// The number of steps of single configurations so far.
  var stepCount = 0
  /// The size of the objects' progresses, whose sets of names may be large, in bytes.
  private var progressBytes = 0

  private struct ObjectKey: Hashable {
    var rule: Int32
    var progress: ObjectProgress
  }

  private struct ArrayKey: Hashable {
    var rule: Int32
    var progress: ArrayProgress

    func hash(into hasher: inout Hasher) {
      var mixer = WordMixer()
      mixer.add(rule, progress.values)
      mixer.add(UInt64(bitPattern: Int64(progress.index)))
      mixer.add(progress.counted)
      hasher.combine(mixer.value)
    }
  }

  /// The maximum number of configurations followed in parallel; ambiguous grammars could create any number.
  static let maximumConfigurations = 2048

  /// The dead state, in which no byte is allowed.
  static let dead: Int32 = -1

  init(_ grammar: Grammar) {
    self.grammar = grammar
    frames = [Frame(kind: .sequence, rule: -1, progress: 0, parent: 0)]
  }

  /// The state before the first byte.
  mutating func start() -> Int32 {
    state([
      intern(Configuration(position: .value(Int32(grammar.root)), stack: 0, spaces: grammar.spacing == .free ? 255 : 0))
    ])
  }

  /// The approximate memory in use, in bytes, including the interning tables.
  var byteCount: Int {
    configurations.count * 160 + states.count * 100 + frames.count * 90 + arrays.count * 100 + transitions.byteCount
      + progressBytes + spellings.byteCount + used.byteCount + valueSets.byteCount + unions.byteCount
      + shortestStacks.byteCount + expansions.byteCount + nextBytes.count * 64
  }

  /// Returns the index of a configuration, adding it if it is new.
  mutating func intern(_ configuration: Configuration) -> Int32 {
    let hash = configuration.mixedWords
    if let known = configurationIndex.number(hash, where: { configurations[Int($0)] == configuration }) { return known }
    let number = Int32(configurations.count)
    configurations.append(configuration)
    configurationIndex.insert(number, hash)
    singletonStates.append(-1)
    return number
  }

  /// Returns the state of a set of interned configurations.
  mutating func state(_ members: [Int32]) -> Int32 {
    switch members.count {
    case 0: return Self.dead
    case 1:
      let member = Int(members[0])
      if singletonStates[member] < 0 {
        singletonStates[member] = Int32(states.count)
        states.append(members)
      }
      return singletonStates[member]
    default:
      let unique = members.sortedWithoutDuplicates()
      if unique.count == 1 { return state(unique) }
      var mixer = WordMixer()
      for member in unique { mixer.add(UInt64(truncatingIfNeeded: member)) }
      if let known = stateIndex.number(mixer.value, where: { states[Int($0)] == unique }) { return known }
      let number = Int32(states.count)
      states.append(unique)
      stateIndex.insert(number, mixer.value)
      return number
    }
  }

  /// Returns the state of a set of configurations.
  mutating func state(of members: [Configuration]) -> Int32 {
    if members.count == 1 { return state([intern(members[0])]) }
    var numbers: [Int32] = []
    for member in merged(members) { numbers.append(intern(member)) }
    return state(numbers)
  }

  /// Returns the state after a byte, ``dead`` if the byte is not allowed.
  mutating func step(_ state: Int32, _ byte: UInt8) -> Int32 {
    let key = UInt64(UInt32(bitPattern: state)) << 8 | UInt64(byte)
    if let known = transitions[key] { return known }
    guard mayStep(state, byte) else {
      transitions.insert(key, Self.dead)
      return Self.dead
    }
    var next: [Configuration] = []
    var visited: Set<Configuration> = []
    var limit = Self.maximumConfigurations
    for member in members(of: state, before: byte) {
      step(member, byte, &next, &visited)
      guard next.count > limit else { continue }
      next = merged(next)
      limit = max(limit, next.count * 2)
      // Each configuration can be completed, so dropping some never allows an invalid text.
      if next.count > Self.maximumConfigurations {
        hasDroppedConfigurations = true
        break
      }
    }
    let result = self.state(of: next)
    transitions.insert(key, result)
    return result
  }

  /// Returns the set of the stacks that are a frame on one of a set.
  mutating func push(_ kind: Frame.Kind, _ rule: Int32, _ progress: Int32, on parent: Int32) -> Int32 {
    intern(Frame(kind: kind, rule: rule, progress: progress, parent: parent))
  }

  /// Returns the index of a frame, adding it if it is new.
  mutating func intern(_ frame: Frame) -> Int32 {
    let hash = frame.mixedWords
    if let known = frameIndex.number(hash, where: { frames[Int($0)] == frame }) { return known }
    let number = Int32(frames.count)
    frames.append(frame)
    depths.append(depths[Int(frame.parent)] + (frame.kind == .sequence ? 0 : 1))
    frameIndex.insert(number, hash)
    return number
  }

  mutating func intern(_ progress: ObjectProgress, _ rule: Int32) -> Int32 {
    let key = ObjectKey(rule: rule, progress: progress)
    if let known = objectIndex[key] { return known }
    let number = Int32(objects.count)
    let choices = grammar.objects[Int(rule)].rule.choices(progress, grammar)
    objects.append((rule, progress, choices))
    progressBytes += 300 + 8 * (2 * progress.seen.words.count + choices.ranks.words.count)
    objectIndex[key] = number
    return number
  }

  mutating func intern(_ progress: ArrayProgress, _ rule: Int32) -> Int32 {
    let key = ArrayKey(rule: rule, progress: progress)
    if let known = arrayIndex[key] { return known }
    let number = Int32(arrays.count)
    arrays.append((rule, progress))
    arrayIndex[key] = number
    return number
  }

  /// Returns true if values above a frame are at the depth limit, where only shortest completions are allowed.
  func isAtDepthLimit(_ stack: Int32) -> Bool { depths[Int(stack)] >= grammar.maximumDepth }

  /// Adds a rule, and returns its index.
  mutating func append(_ rule: ObjectRule) -> Int32 {
    grammar.objects.append(.init(rule))
    return Int32(grammar.objects.count - 1)
  }

  /// Returns the index of the progress of an empty object above a frame.
  mutating func initialObjectProgress(_ rule: Int32, _ stack: Int32) -> Int32 {
    intern(ObjectProgress(isAtDepthLimit: isAtDepthLimit(stack)), rule)
  }

  /// Returns the index of the progress of an empty array above a frame.
  mutating func initialArrayProgress(_ rule: Int32, _ stack: Int32) -> Int32 {
    intern(ArrayProgress(isAtDepthLimit: isAtDepthLimit(stack)), rule)
  }

  /// The number of blanks allowed between JSON tokens.
  var spacesBetween: UInt8 { grammar.spacing == .free ? 255 : 0 }

  /// The number of blanks allowed after a colon or comma.
  var spacesAfterSeparator: UInt8 { grammar.spacing == .compact ? 0 : grammar.spacing == .natural ? 1 : 255 }
}

extension [Int32] {
  /// Returns the different numbers in order.
  fileprivate func sortedWithoutDuplicates() -> [Int32] {
    // Configurations that are new have ascending numbers.
    if zip(self, dropFirst()).allSatisfy({ $0 < $1 }) { return self }
    var result: [Int32] = []
    result.reserveCapacity(count)
    for number in sorted() where result.last != number { result.append(number) }
    return result
  }
}
