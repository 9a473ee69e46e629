/// Turns schemas into shapes: unions of simple constraints, with references resolved, conjunctions merged and negations
/// pushed inwards.
///
/// Subschemas stay what they are, numbers in conjunctions, until somebody asks for their shapes; recursion through
/// properties and items therefore ends by itself, as there are finitely many conjunctions.
final class Normalizer {
  /// The most alternatives that a shape may have.
  static let maximumAlternatives = 1500
  /// The most pairs of alternatives that a compilation may look at.
  static let maximumWork = 300_000
  /// How deeply schemas may refer to each other without a value between them.
  ///
  /// A level takes up to 4 KiB of a stack, and threads that run tasks have no more than 512 KiB on Apple's platforms.
  static let maximumDepth = 64

  let document: SubschemaTable
  let options: SchemaOptions
  /// What a lenient compilation has dropped.
  private(set) var dropped: [String] = []
  /// What is no constraint but looks like one.
  private(set) var notes: [String] = []
  private var assertions: [SubschemaTable.ID: [Assertion]] = [:]
  private var shapes: [Int32: Shape] = [:]
  private var conjunctions: [Conjunction: Shape] = [:]
  private var underWay: Set<Int32> = []
  private var work = 0
  private var depth = 0
  /// Answers whether a set of strings, or of numbers, is empty.
  let lexemes: LexemeStore

  init(_ document: SubschemaTable, _ options: SchemaOptions, _ lexemes: LexemeStore) {
    self.document = document
    self.options = options
    self.lexemes = lexemes
  }

  /// The keywords of a schema.
  func assertions(_ id: SubschemaTable.ID) throws(GuideError) -> [Assertion] {
    if let known = assertions[id] { return known }
    var reader = SchemaReader(document, id, options)
    let read = try reader.read()
    notes += reader.notes
    assertions[id] = read
    return read
  }

  /// The values that satisfy all of the schemas.
  func shape(_ conjunction: Conjunction) throws(GuideError) -> Shape {
    if conjunction.count == 1 { return try shape(conjunction[0]) }
    if let known = conjunctions[conjunction] { return known }
    var result = Shape.any
    for literal in conjunction { result = try intersection(result, shape(literal), at: literal) }
    conjunctions[conjunction] = result
    return result
  }

  /// The values that satisfy a schema, or do not if the number is negative.
  func shape(_ literal: Int32) throws(GuideError) -> Shape {
    if let known = shapes[literal] { return known }
    if literal == .max { return .none }
    let id = Int(abs(literal)) - 1
    guard underWay.insert(literal).inserted else {
      throw .unsupported(pointer: document.pointer(id), reason: "the schema refers to itself without a value between")
    }
    depth += 1
    defer {
      underWay.remove(literal)
      depth -= 1
    }
    guard depth <= Self.maximumDepth else {
      throw .tooComplex(pointer: document.pointer(id), reason: "more than \(Self.maximumDepth) references in a row")
    }
    let result = literal > 0 ? try positive(id) : try negative(id)
    shapes[literal] = result
    return result
  }

  /// Whether the shape of a schema is being made.
  func isUnderWay(_ literal: Int32) -> Bool { underWay.contains(literal) }

  /// The values of both shapes.
  func intersection(_ left: Shape, _ right: Shape, at literal: Int32) throws(GuideError) -> Shape {
    work += left.work(with: right)
    let result = left.intersection(right)
    work += result.count
    guard result.count <= Self.maximumAlternatives, work <= Self.maximumWork else {
      throw .tooComplex(pointer: document.pointer(Int(abs(literal)) - 1), reason: "too many alternatives")
    }
    return result
  }

  func union(_ shape: inout Shape, _ other: Shape, at id: SubschemaTable.ID) throws(GuideError) {
    work += other.count + shape.count / 8
    shape.formUnion(other)
    guard shape.count <= Self.maximumAlternatives, work <= Self.maximumWork else {
      throw .tooComplex(pointer: document.pointer(id), reason: "too many alternatives")
    }
  }

  func unsupported(_ id: SubschemaTable.ID, _ keyword: String, _ reason: String) -> GuideError {
    .unsupported(pointer: document.pointer(id, keyword.isEmpty ? nil : keyword), reason: reason)
  }

  private func positive(_ id: SubschemaTable.ID) throws(GuideError) -> Shape {
    let all = try assertions(id)
    var result = Shape.any
    var arrays: ArrayConstraint? = .init()
    var objects = ObjectConstraint()
    for assertion in all {
      switch assertion.kind {
      // Those of one object or array go together at once: they are the most by far.
      case .object(let constraint): objects.formIntersection(constraint)
      case .array(let constraint): arrays = arrays?.intersection(constraint)
      case .unevaluatedItems, .unevaluatedProperties: continue
      default:
        do {
          result = try intersection(result, positive(assertion, id), at: Int32(id + 1))
        } catch {
          try drop(error, assertion, id)
        }
      }
    }
    var own = Shape.any
    own.arrays = arrays.map { [$0] } ?? []
    own.objects = objects.minimum > objects.maximum ? [] : [objects]
    result = try intersection(own, result, at: Int32(id + 1))
    for assertion in all {
      switch assertion.kind {
      case .unevaluatedProperties(let inner): result.objects = result.objects.map { $0.closingUnevaluated(inner) }
      case .unevaluatedItems(let inner):
        guard !result.arrays.contains(where: { !$0.counts.isEmpty && $0.evaluated != .max }) else {
          try drop(unsupported(id, assertion.keyword, "together with contains"), assertion, id)
          continue
        }
        result.arrays = result.arrays.map { $0.closingUnevaluated(inner) }
      default: break
      }
    }
    return result
  }

  /// Goes on without an assertion if that is wanted.
  private func drop(_ error: GuideError, _ assertion: Assertion, _ id: SubschemaTable.ID) throws(GuideError) {
    guard options.isLenient else { throw error }
    switch error {
    case .unsupported, .tooComplex, .invalidPattern:
      dropped.append("\(document.pointer(id, assertion.keyword)): \(error)")
    default: throw error
    }
  }

  private func negative(_ id: SubschemaTable.ID) throws(GuideError) -> Shape {
    var result = Shape.none
    // What is said of objects goes together at once here too: of a name that is demanded and has a schema there is one
    // negation instead of two.
    var objects: (keyword: String, constraint: ObjectConstraint)?
    for assertion in try assertions(id) {
      guard case .object(let constraint) = assertion.kind else {
        try union(&result, negative(assertion, id), at: id)
        continue
      }
      var all = objects?.constraint ?? ObjectConstraint()
      all.formIntersection(constraint)
      objects = (objects?.keyword ?? assertion.keyword, all)
    }
    if let (keyword, constraint) = objects {
      try union(&result, negative(Assertion(keyword: keyword, kind: .object(constraint)), id), at: id)
    }
    // What a schema that does not hold has looked at does not count.
    for index in result.objects.indices { result.objects[index].evaluated = [] }
    for index in result.arrays.indices { result.arrays[index].evaluated = 0 }
    return result
  }
}

extension ObjectConstraint {
  /// Adds what another constraint demands, without looking whether that was demanded before.
  fileprivate mutating func formIntersection(_ other: ObjectConstraint) {
    rules += other.rules
    required.append(new: other.required)
    implications += other.implications
    minimum = max(minimum, other.minimum)
    maximum = min(maximum, other.maximum)
    names = names.merged(other.names)
    order += other.order
    evaluated += other.evaluated
  }

  fileprivate func closingUnevaluated(_ inner: SubschemaTable.ID) -> ObjectConstraint {
    guard !evaluated.contains(.every) else { return self }
    var names: [PropertyName] = []
    var patterns: [String] = []
    for set in evaluated {
      switch set {
      case .name(let name): names.append(name)
      case .pattern(let pattern): patterns.append(pattern)
      case .others: break
      }
    }
    var result = self
    result.rules.append(Rule(names: .others(than: names, patterns: patterns), value: [Int32(inner + 1)]))
    result.evaluated = [.every]
    return result
  }
}

extension ArrayConstraint {
  fileprivate func closingUnevaluated(_ inner: SubschemaTable.ID) -> ArrayConstraint {
    guard evaluated != .max else { return self }
    var closing = ArrayConstraint()
    closing.prefix = [Conjunction](repeating: [], count: evaluated)
    closing.items = [Int32(inner + 1)]
    closing.evaluated = .max
    return intersection(closing) ?? self
  }
}
