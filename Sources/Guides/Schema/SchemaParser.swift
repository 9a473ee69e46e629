import SwiftletJSON

/// A parser for the keywords of a schema.
struct SchemaParser {
  let document: SubschemaTable
  let id: SubschemaTable.ID
  let options: SchemaOptions
  /// Notes about keywords that do not constrain anything, such as unknown formats.
  var notes: [String] = []
  private(set) var assertions: [Assertion] = []

  init(_ document: SubschemaTable, _ id: SubschemaTable.ID, _ options: SchemaOptions) {
    self.document = document
    self.id = id
    self.options = options
  }

  var draft: SchemaDraft { document.draft }

  /// Returns true if keywords introduced by a draft apply; documents that declare an earlier draft do not have them.
  func isAvailable(since draft: SchemaDraft) -> Bool {
    !document.declaresDraft || document.draft >= draft || document.nodes[id].isConstant
  }

  func invalid(_ keyword: String, _ reason: String) -> GuideError {
    .invalidSchema(pointer: document.pointer(id, keyword), reason: reason)
  }

  mutating func add(_ keyword: String, _ kind: Assertion.Kind) {
    assertions.append(Assertion(keyword: keyword, kind: kind))
  }

  func child(_ path: [String], _ value: JSONValue) throws(GuideError) -> SubschemaTable.ID {
    switch value {
    case .object, .bool: return try document.child(of: id, path, value)
    default:
      throw .invalidSchema(
        pointer: document.pointer(id, path: path), reason: "expected a schema, an object or a boolean")
    }
  }

  func children(_ keyword: String, _ value: JSONValue) throws(GuideError) -> [SubschemaTable.ID] {
    guard let elements = value.elements, !elements.isEmpty else { throw invalid(keyword, "expected a list of schemas") }
    var result: [SubschemaTable.ID] = []
    for (index, element) in elements.enumerated() { result.append(try child([keyword, String(index)], element)) }
    return result
  }

  /// Parses a nonnegative integer, which may have a fraction of zeros.
  func count(_ keyword: String, _ value: JSONValue) throws(GuideError) -> Int {
    guard case .number(let text) = value, let decimal = Decimal(text), !decimal.isNegative, decimal.isInteger else {
      throw invalid(keyword, "expected an integer that is not negative")
    }
    return min(decimal.int ?? .max, Lexeme.unbounded)
  }

  func strings(_ keyword: String, _ value: JSONValue) throws(GuideError) -> [PropertyName] {
    guard let elements = value.elements else { throw invalid(keyword, "expected a list of strings") }
    var names: [PropertyName] = []
    for element in elements {
      guard let string = element.string else { throw invalid(keyword, "expected a list of strings") }
      names.append(Array(string.utf8))
    }
    var unique: [PropertyName] = []
    unique.append(new: [])
    var seen: Set<PropertyName> = []
    for name in names where seen.insert(name).inserted { unique.append(name) }
    return unique
  }

  /// Parses the assertions of the schema.
  mutating func parse() throws(GuideError) -> [Assertion] {
    switch document.nodes[id].value {
    case .bool(let allowsAll):
      if !allowsAll { add("", .types(.none)) }
    case .object(let members):
      let schema = document.nodes[id].value
      if let reference = schema["$ref"] {
        try parseReference("$ref", reference)
        // Up to draft 7, `$ref` overrides its siblings.
        if document.declaresDraft, draft <= .draft7 { return assertions }
      }
      // Of repeated members the last is used.
      for member in schema.distinctMembers ?? members {
        try parseGeneral(member.name, member.value, schema)
      }
      try parseNumber(schema)
      try parseString(schema)
      try parseArray(schema)
      try parseObject(schema)
    default: throw .invalidSchema(pointer: document.pointer(id), reason: "expected a schema, an object or a boolean")
    }
    return assertions
  }

  private mutating func parseReference(_ keyword: String, _ value: JSONValue) throws(GuideError) {
    guard let reference = value.string else { throw invalid(keyword, "expected a string") }
    if keyword == "$dynamicRef", let name = URIReference(reference).fragment, document.isDynamic(name),
      document.isAmbiguous(dynamicAnchor: name)
    {
      return add(keyword, .unsupported("several schemas have the dynamic anchor \(name.debugDescription)"))
    }
    add(keyword, .all([try document.resolve(reference, from: id, keyword: keyword)]))
  }

  private mutating func parseGeneral(_ name: String, _ value: JSONValue, _ schema: JSONValue) throws(GuideError) {
    switch name {
    case "$dynamicRef" where isAvailable(since: .draft2020): try parseReference(name, value)
    case "$recursiveRef" where isAvailable(since: .draft2019):
      add(name, .unsupported("recursive references of draft 2019-09"))
    case "type": add(name, .types(try types(value)))
    case "enum":
      guard let values = value.elements else { throw invalid(name, "expected a list") }
      add(name, .values(values, composites: try composites(name, values)))
    case "const" where isAvailable(since: .draft6):
      add(name, .values([value], composites: try composites(name, [value])))
    case "allOf": add(name, .all(try children(name, value)))
    case "anyOf": add(name, .any(try children(name, value)))
    case "oneOf": add(name, .one(try children(name, value)))
    case "not": add(name, .not(try child([name], value)))
    case "if" where isAvailable(since: .draft7):
      let then = try schema["then"].map { value throws(GuideError) in try child(["then"], value) }
      let otherwise = try schema["else"].map { value throws(GuideError) in try child(["else"], value) }
      if then != nil || otherwise != nil || options.tracksEvaluation {
        add(name, .condition(try child([name], value), then: then, else: otherwise))
      }
    default: break
    }
  }

  private func types(_ value: JSONValue) throws(GuideError) -> Shape {
    var shape = Shape.none
    for name in value.elements ?? [value] {
      switch name.string {
      case "null": shape.null = true
      case "boolean": (shape.true, shape.false) = (true, true)
      case "integer":
        var integer = NumberConstraint()
        integer.isInteger = true
        if shape.numbers.isEmpty { shape.numbers = [integer] }
      case "number": shape.numbers = [.init()]
      case "string": shape.strings = [.init()]
      case "array": shape.arrays = [.init()]
      case "object": shape.objects = [.init()]
      case "any" where draft == .draft4 || !document.declaresDraft: shape = .any
      default: throw invalid("type", "expected the name of a type or a list of them")
      }
    }
    return shape
  }

  /// Returns schemas for the arrays and objects among the values.
  private func composites(_ keyword: String, _ values: [JSONValue]) throws(GuideError) -> [SubschemaTable.ID] {
    var result: [SubschemaTable.ID] = []
    for (index, value) in values.enumerated() {
      switch value {
      case .array, .object:
        let path = keyword == "enum" ? [keyword, String(index)] : [keyword]
        result.append(try document.child(of: id, path, JSONValue.schema(ofConstant: value), isConstant: true))
      default: break
      }
    }
    return result
  }
}
