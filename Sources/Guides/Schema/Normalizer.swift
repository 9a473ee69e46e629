/// A normaliser of schemas to shapes, unions of simple constraints.
///
/// References are resolved, conjunctions merged and negations pushed inwards. Subschemas remain literals in
/// conjunctions until their shapes are requested; recursion through properties and items terminates, as there are
/// finitely many conjunctions.
final class Normalizer {
  /// The maximum number of alternatives of a shape.
  static let maximumAlternatives = 1500
  /// The maximum number of pairs of alternatives that a compilation may visit.
  static let maximumWork = 300_000
  /// The maximum depth of references between schemas that apply to the same value.
  ///
  /// A level takes up to 4 KiB of stack, and threads that run tasks have 512 KiB on Apple's platforms.
  static let maximumDepth = 64

  let document: SubschemaTable
  let options: SchemaOptions
  /// The keywords dropped by a lenient compilation.
  private(set) var dropped: [String] = []
  /// Notes about keywords that do not constrain anything.
  private(set) var notes: [String] = []
  private var assertions: [SubschemaTable.ID: [Assertion]] = [:]
  private var shapes: [Int32: Shape] = [:]
  private var conjunctions: [Conjunction: Shape] = [:]
  private var inProgress: Set<Int32> = []
  /// The conjunctions of the values of properties without implied schemas.
  var simplifications: [Conjunction: Conjunction] = [:]
  /// The work of the search for redundant alternatives, and the depth of such searches within each other.
  var pruning = (work: 0, depth: 0)
  var work = 0
  private var depth = 0
  /// The lexemes, which decide the emptiness of string and number constraints.
  let lexemes: LexemeStore

  init(_ document: SubschemaTable, _ options: SchemaOptions, _ lexemes: LexemeStore) {
    self.document = document
    self.options = options
    self.lexemes = lexemes
  }

  /// Returns the assertions of a schema.
  func assertions(_ id: SubschemaTable.ID) throws(GuideError) -> [Assertion] {
    if let known = assertions[id] { return known }
    var parser = SchemaParser(document, id, options)
    let parsed = try parser.parse()
    notes += parser.notes
    assertions[id] = parsed
    return parsed
  }

  /// Returns the shape of a conjunction of schemas.
  func shape(_ conjunction: Conjunction) throws(GuideError) -> Shape {
    if conjunction.count == 1 { return try shape(conjunction[0]) }
    if let known = conjunctions[conjunction] { return known }
    var result = Shape.any
    // Negations have many alternatives, most of which the other schemas exclude.
    for literal in conjunction.filter({ $0 > 0 }) + conjunction.filter({ $0 < 0 }) {
      result = try intersection(result, shape(literal), at: literal)
    }
    conjunctions[conjunction] = result
    return result
  }

  /// Returns the shape of a schema, or of its negation if the literal is negative.
  func shape(_ literal: Int32) throws(GuideError) -> Shape {
    if let known = shapes[literal] { return known }
    if literal == .max { return .none }
    let id = Int(abs(literal)) - 1
    guard inProgress.insert(literal).inserted else {
      throw .unsupported(pointer: document.pointer(id), reason: "circular reference to the schema itself")
    }
    depth += 1
    defer {
      inProgress.remove(literal)
      depth -= 1
    }
    guard depth <= Self.maximumDepth else {
      throw .tooComplex(pointer: document.pointer(id), reason: "more than \(Self.maximumDepth) references in a row")
    }
    let result = literal > 0 ? try positive(id) : try negative(id)
    shapes[literal] = result
    return result
  }

  /// Returns true while the shape of a literal is being computed.
  func isInProgress(_ literal: Int32) -> Bool { inProgress.contains(literal) }

  /// Returns the intersection of two shapes.
  func intersection(_ left: Shape, _ right: Shape, at literal: Int32) throws(GuideError) -> Shape {
    func tooMany() -> GuideError {
      .tooComplex(pointer: document.pointer(Int(abs(literal)) - 1), reason: "too many alternatives")
    }
    work += left.work(with: right)
    // Before the pairs are built, since the last ones are the most.
    guard work <= Self.maximumWork else { throw tooMany() }
    var result = left.intersection(right)
    if result.objects.count > max(left.objects.count, right.objects.count) { result = pruned(result) }
    work += result.count
    guard result.count <= Self.maximumAlternatives, work <= Self.maximumWork else { throw tooMany() }
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
    // A reference alone is another name of its schema, whose alternatives are not counted again.
    if all.count == 1, case .all(let schemas) = all[0].kind, schemas.count == 1, !options.isLenient {
      return try shape(Int32(schemas[0] + 1))
    }
    var arrays: ArrayConstraint? = .init()
    var objects = ObjectConstraint()
    // Object and array constraints, the most frequent ones, are merged directly.
    for assertion in all {
      if case .object(let constraint) = assertion.kind { objects.formIntersection(constraint) }
      if case .array(let constraint) = assertion.kind { arrays = arrays?.intersection(constraint) }
    }
    // They come first, since they exclude many of the alternatives of other keywords.
    var result = Shape.any
    result.arrays = arrays.map { [$0] } ?? []
    result.objects = objects.minimum > objects.maximum ? [] : [objects]
    for assertion in all {
      switch assertion.kind {
      case .object, .array, .unevaluatedItems, .unevaluatedProperties: continue
      case .all(let schemas):
        do {
          var next = result
          for schema in schemas { next = try intersection(next, shape(Int32(schema + 1)), at: Int32(id + 1)) }
          result = next
        } catch {
          try drop(error, assertion, id)
        }
      default:
        do {
          result = try intersection(result, positive(assertion, id), at: Int32(id + 1))
        } catch {
          try drop(error, assertion, id)
        }
      }
    }
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

  /// Drops an assertion if the compilation is lenient, otherwise throws.
  private func drop(_ error: GuideError, _ assertion: Assertion, _ id: SubschemaTable.ID) throws(GuideError) {
    guard options.isLenient else { throw error }
    switch error {
    case .unsupported, .tooComplex, .invalidPattern:
      let line = "\(document.pointer(id, assertion.keyword)): \(error.reason)"
      // A schema may be normalised several times, also negated.
      if !dropped.contains(line) { dropped.append(line) }
    default: throw error
    }
  }

  private func negative(_ id: SubschemaTable.ID) throws(GuideError) -> Shape {
    var result = Shape.none
    // Object constraints are merged here too: a required name with a schema then has one negation instead of two.
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
    // A schema that does not hold evaluates nothing.
    for index in result.objects.indices { result.objects[index].evaluated = [] }
    for index in result.arrays.indices { result.arrays[index].evaluated = 0 }
    return result
  }
}

extension ObjectConstraint {
  /// Merges another constraint without removing duplicates.
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
      case .others, .satisfying: break
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
