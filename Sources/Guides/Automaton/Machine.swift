/// The states of a grammar's automaton, made as they are reached and numbered, so that equal states are one.
///
/// A state is a set of configurations; nearly always there is just one. Each of them can be completed.
struct Machine {
  let grammar: Grammar
  private(set) var configurations: [Configuration] = []
  private(set) var states: [[Int32]] = []
  private(set) var frames: [Frame]
  /// How many arrays and objects are around what is above each frame.
  private var depths: [Int32] = [0]
  private(set) var objects: [(rule: Int32, progress: ObjectProgress, choices: ObjectChoices)] = []
  private(set) var arrays: [(rule: Int32, progress: ArrayProgress)] = []
  private var configurationIndex: [Configuration: Int32] = [:]
  private var stateIndex: [[Int32]: Int32] = [:]
  private var singles: [Int32] = []
  private var frameIndex: [Frame: Int32] = [:]
  private var objectIndex: [ObjectKey: Int32] = [:]
  private var arrayIndex: [ArrayKey: Int32] = [:]
  private var steps = StepMap()
  /// True if a text had so many readings that some were not followed.
  private(set) var hasLeftOutReadings = false
  /// The bytes of the progresses of objects, whose sets of names may be large.
  private var progressBytes = 0

  private struct ObjectKey: Hashable {
    var rule: Int32
    var progress: ObjectProgress
  }

  private struct ArrayKey: Hashable {
    var rule: Int32
    var progress: ArrayProgress
  }

  /// How many ways to read a text are followed at a time, which ambiguous grammars might have without end.
  static let maximumReadings = 2048

  /// The state in which nothing can come.
  static let dead: Int32 = -1

  init(_ grammar: Grammar) {
    self.grammar = grammar
    frames = [Frame(kind: .sequence, rule: -1, progress: 0, parent: 0)]
  }

  /// The state before the first byte.
  mutating func start() -> Int32 {
    state([
      number(Configuration(head: .value(Int32(grammar.root)), stack: 0, spaces: grammar.spacing == .free ? 255 : 0))
    ])
  }

  /// About how many bytes of memory are in use, the tables that find numbers again included.
  var byteCount: Int {
    configurations.count * 160 + states.count * 100 + frames.count * 80 + arrays.count * 100 + steps.byteCount
      + progressBytes
  }

  mutating func number(_ configuration: Configuration) -> Int32 {
    if let known = configurationIndex[configuration] { return known }
    let number = Int32(configurations.count)
    configurations.append(configuration)
    configurationIndex[configuration] = number
    singles.append(-1)
    return number
  }

  /// The state of some configurations.
  mutating func state(_ members: [Int32]) -> Int32 {
    switch members.count {
    case 0: return Self.dead
    case 1:
      let member = Int(members[0])
      if singles[member] < 0 {
        singles[member] = Int32(states.count)
        states.append(members)
      }
      return singles[member]
    default:
      let unique = Set(members).sorted()
      if unique.count == 1 { return state(unique) }
      if let known = stateIndex[unique] { return known }
      let number = Int32(states.count)
      states.append(unique)
      stateIndex[unique] = number
      return number
    }
  }

  /// The state of some configurations.
  mutating func state(of members: [Configuration]) -> Int32 {
    if members.count == 1 { return state([number(members[0])]) }
    var numbers: [Int32] = []
    for member in members { numbers.append(number(member)) }
    return state(numbers)
  }

  /// The state after a byte, ``dead`` if the byte may not come.
  mutating func step(_ state: Int32, _ byte: UInt8) -> Int32 {
    let key = UInt64(UInt32(bitPattern: state)) << 8 | UInt64(byte)
    if let known = steps[key] { return known }
    var next: [Configuration] = []
    let members = states[Int(state)]
    for member in members {
      step(configurations[Int(member)], byte, &next)
      // Each of them can be completed, so leaving some out allows nothing wrong.
      if next.count > Self.maximumReadings {
        hasLeftOutReadings = true
        break
      }
    }
    let result = self.state(of: next)
    steps.insert(key, result)
    return result
  }

  mutating func push(_ kind: Frame.Kind, _ rule: Int32, _ progress: Int32, on parent: Int32) -> Int32 {
    let frame = Frame(kind: kind, rule: rule, progress: progress, parent: parent)
    if let known = frameIndex[frame] { return known }
    let number = Int32(frames.count)
    frames.append(frame)
    depths.append(depths[Int(parent)] + (kind == .sequence ? 0 : 1))
    frameIndex[frame] = number
    return number
  }

  mutating func number(_ progress: ObjectProgress, _ rule: Int32) -> Int32 {
    let key = ObjectKey(rule: rule, progress: progress)
    if let known = objectIndex[key] { return known }
    let number = Int32(objects.count)
    let choices = grammar.objects[Int(rule)].rule.choices(progress, grammar)
    objects.append((rule, progress, choices))
    progressBytes += 300 + 8 * (2 * progress.seen.words.count + choices.ranks.words.count)
    objectIndex[key] = number
    return number
  }

  mutating func number(_ progress: ArrayProgress, _ rule: Int32) -> Int32 {
    let key = ArrayKey(rule: rule, progress: progress)
    if let known = arrayIndex[key] { return known }
    let number = Int32(arrays.count)
    arrays.append((rule, progress))
    arrayIndex[key] = number
    return number
  }

  /// Whether what is put on a frame is nested so deeply that only what is needed may come.
  func isTight(_ stack: Int32) -> Bool { depths[Int(stack)] >= grammar.maximumDepth }

  /// The progress of an object, above a frame, that has nothing in it.
  mutating func startOfObject(_ rule: Int32, _ stack: Int32) -> Int32 {
    number(ObjectProgress(isTight: isTight(stack)), rule)
  }

  /// The progress of an array, above a frame, that has nothing in it.
  mutating func startOfArray(_ rule: Int32, _ stack: Int32) -> Int32 {
    number(ArrayProgress(isTight: isTight(stack)), rule)
  }

  /// How many blanks may come where a token of JSON may be followed by some.
  var spacesBetween: UInt8 { grammar.spacing == .free ? 255 : 0 }

  /// How many blanks may come after a colon or a comma.
  var spacesAfterSeparator: UInt8 { grammar.spacing == .compact ? 0 : grammar.spacing == .natural ? 1 : 255 }
}
