import Testing

@testable import Swiftlet

struct EnumMacroTests {
  @Generable(description: "Something to eat")
  enum Meal: CaseIterable, Equatable { case waffles, `default`, eggs }

  @Generable enum Unit: String, Codable { case grams = "g", litres = "l", pieces }

  @Generable enum Level: Int { case low = 1, high = 9 }

  @Generable enum Shape: Equatable {
    case circle(radius: Double)
    case rectangle(Double, Double)
    case group([Shape], name: String?)
    case point
  }

  @Generable indirect enum Expression: Equatable {
    case number(Int)
    case sum(Expression, Expression)
    case negated(of: Expression?)
  }

  @Generable enum Token {
    case circle(Int)
    case Circle
  }

  @Generable struct Drawing {
    var shape: Shape
    var token: Token
    var meals: [Meal]
  }

  // MARK: Names

  @Test func namesAreStrings() throws {
    let meal = #"{"type": "string", "description": "Something to eat", "enum": ["waffles", "default", "eggs"]}"#
    #expect(try json(of: Meal.self) == normalized(meal))
    #expect(json(of: Unit.self).contains(#""enum": ["g", "l", "pieces"]"#))
    #expect(json(of: Level.self).contains(#""enum": ["low", "high"]"#))
    for meal in Meal.allCases { #expect(try Meal(meal.generatedContent) == meal) }
    #expect(Meal.default.generatedContent.jsonString == #""default""#)
    #expect(Unit.grams.generatedContent.jsonString == #""g""#)
    #expect(try Unit(GeneratedContent(json: #""pieces""#)) == .pieces)
    #expect(try Level(GeneratedContent(json: #""high""#)) == .high)
  }

  @Test func otherNamesAreErrors() throws {
    let beans = try GeneratedContent(json: #""beans""#)
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try Meal(beans) }
    #expect(error?.debugDescription == #"Unexpected value "beans" for Meal"#)
    #expect(error?.rawContent == #""beans""#)
    let name = try GeneratedContent(json: #""grams""#)
    #expect(throws: GeneratedContent.ParsingError.self) { try Unit(name) }
    let number = try GeneratedContent(json: "1")
    #expect(throws: GeneratedContent.ParsingError.self) { try Level(number) }
  }

  @Test func aNameIsItsOwnSnapshot() throws {
    let partial: Meal.PartiallyGenerated = Meal.eggs.asPartiallyGenerated()
    #expect(partial == Meal.eggs)
  }

  // MARK: Payloads

  @Test func payloadsAreObjects() throws {
    func object(_ title: String, _ properties: String, required: String, order: String) -> String {
      """
      {"type": "object", "title": "\(title)", "properties": {\(properties)}, "required": [\(required)],
       "additionalProperties": false, "x-order": [\(order)]}
      """
    }
    let circle = object(
      "DiscriminatedCircle", #""type": {"const": "circle"}, "radius": {"type": "number"}"#,
      required: #""type", "radius""#, order: #""type", "radius""#)
    let rectangle = object(
      "DiscriminatedRectangle",
      #""type": {"const": "rectangle"}, "value": {"type": "number"}, "value1": {"type": "number"}"#,
      required: #""type", "value", "value1""#, order: #""type", "value", "value1""#)
    let group = object(
      "DiscriminatedGroup",
      ##""type": {"const": "group"}, "value": {"type": "array", "items": {"$ref": "#"}}, "name": {"type": "string"}"##,
      required: #""type", "value""#, order: #""type", "value", "name""#)
    let point = object(
      "DiscriminatedPoint", #""type": {"const": "point"}"#, required: #""type""#, order: #""type""#)
    let expected = """
      {"title": "Shape", "anyOf": [{"$ref": "#/$defs/DiscriminatedCircle"}, {"$ref": "#/$defs/DiscriminatedRectangle"},
       {"$ref": "#/$defs/DiscriminatedGroup"}, {"$ref": "#/$defs/DiscriminatedPoint"}],
       "$defs": {"DiscriminatedCircle": \(circle), "DiscriminatedRectangle": \(rectangle),
       "DiscriminatedGroup": \(group), "DiscriminatedPoint": \(point)}}
      """
    #expect(try json(of: Shape.self) == normalized(expected))
  }

  @Test(arguments: [
    (Shape.circle(radius: 1.5), #"{"type": "circle", "radius": 1.5}"#),
    (.rectangle(1, 2), #"{"type": "rectangle", "value": 1, "value1": 2}"#),
    (.group([.point], name: "a"), #"{"type": "group", "value": [{"type": "point"}], "name": "a"}"#),
    (.group([], name: nil), #"{"type": "group", "value": []}"#),
    (.point, #"{"type": "point"}"#),
  ])
  func payloadsAreReadAndWritten(shape: Shape, text: String) throws {
    #expect(shape.generatedContent.jsonString == text)
    #expect(try Shape(GeneratedContent(json: text)) == shape)
  }

  @Test(arguments: [
    (#"{"radius": 1}"#, "'type'"), (#"{"type": "oval"}"#, #"Unexpected type "oval" for Shape"#),
    (#"{"type": "circle"}"#, "'radius'"), (#""point""#, "a string"),
  ])
  func saysWhatContentLacks(text: String, part: String) throws {
    let content = try GeneratedContent(json: text)
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try Shape(content) }
    #expect(error?.debugDescription.contains(part) ?? false)
  }

  @Test func valuesMayContainThemselves() throws {
    let value = Expression.sum(.number(1), .negated(of: .sum(.number(2), .negated(of: nil))))
    #expect(try Expression(value.generatedContent) == value)
    guard case .sum(.number(let one)?, .negated(of: .sum(.number(let two)?, _)?)?) = value.asPartiallyGenerated() else {
      Issue.record("a snapshot of a complete value lacks some of it")
      return
    }
    #expect(one == 1 && two == 2)
  }

  @Test func payloadsArriveBitByBit() throws {
    var radii: [Double?] = []
    for content in try beginnings(of: #"{"type": "circle", "radius": 1.5}"#).dropFirst(17) {
      guard case .circle(let radius) = try Shape.PartiallyGenerated(content) else {
        Issue.record("another case than the one that is named")
        return
      }
      if radii.last != radius { radii.append(radius) }
    }
    #expect(radii == [nil, 1.5])
  }

  @Test func enumsInOneTypeMayShareCaseNames() throws {
    let text = """
      {"shape": {"type": "circle", "radius": 1}, "token": {"type": "Circle"}, "meals": ["eggs", "waffles"]}
      """
    let drawing = try Drawing(GeneratedContent(json: text))
    #expect(drawing.generatedContent.jsonString == text)
    let document = Drawing.generationSchema.graph
    #expect(document.defects.isEmpty)
    #expect(Set(document.definitionNames).count == 8)
    #expect(json(of: Token.self).contains(##"{"$ref": "#/$defs/Discriminatedcircle"}"##))
  }

  @Test func aCaseThatCannotBeToldYetIsAbsentFromSnapshots() throws {
    let text = #"{"shape": {"type": "circle", "radius": 1}, "token": {"type": "Circle"}, "meals": ["eggs", "waffles"]}"#
    var last = try Drawing.PartiallyGenerated(GeneratedContent(json: "{"))
    for content in try beginnings(of: text) {
      let snapshot = try Drawing.PartiallyGenerated(content)
      #expect(snapshot.shape != nil || last.shape == nil)
      #expect(snapshot.token != nil || last.token == nil)
      #expect(snapshot.meals?.count ?? 0 >= last.meals?.count ?? 0)
      last = snapshot
    }
    #expect(last.meals == [.eggs, .waffles])
  }
}
