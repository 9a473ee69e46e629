import Swiftlet

// Types that conform as the macro would have them conform.

enum Colour: String, Generable {
  case red, blue

  static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, anyOf: ["red", "blue"]) }

  init(_ content: GeneratedContent) throws {
    let text = try content.value(String.self)
    guard let value = Self(rawValue: text) else {
      throw GeneratedContent.ParsingError(
        rawContent: text, debugDescription: "Unexpected value \"\(text)\" for \(Self.self)")
    }
    self = value
  }

  var generatedContent: GeneratedContent { GeneratedContent(rawValue) }
}

struct Leg: Generable, Equatable {
  var to: String

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [.init(name: "to", type: String.self)])
  }
  init(to: String) { self.to = to }
  init(_ content: GeneratedContent) throws { to = try content.value(forProperty: "to") }
  var generatedContent: GeneratedContent { GeneratedContent(properties: ["to": to]) }

  struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent {
    var id: GenerationID
    var to: String.PartiallyGenerated?
    init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      to = try content.value(forProperty: "to")
    }
  }
}

/// The structure that the documentation of the JSON dialect uses.
struct Trip: Generable, Equatable {
  var city: String
  var days: Int
  var note: String?
  var legs: [Leg]

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "city", type: String.self),
        .init(name: "days", type: Int.self, guides: [.range(1...9)]),
        .init(name: "note", type: String?.self),
        .init(name: "legs", type: [Leg].self, guides: [.maximumCount(3)]),
      ])
  }
  init(city: String, days: Int, note: String?, legs: [Leg]) {
    (self.city, self.days, self.note, self.legs) = (city, days, note, legs)
  }
  init(_ content: GeneratedContent) throws {
    city = try content.value(forProperty: "city")
    days = try content.value(forProperty: "days")
    note = try content.value(forProperty: "note")
    legs = try content.value(forProperty: "legs")
  }
  var generatedContent: GeneratedContent {
    var properties: [(String, any ConvertibleToGeneratedContent)] = [("city", city), ("days", days)]
    if let note { properties.append(("note", note)) }
    properties.append(("legs", legs))
    return GeneratedContent(properties: properties, uniquingKeysWith: { $1 })
  }

  struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent {
    var id: GenerationID
    var city: String.PartiallyGenerated?
    var days: Int.PartiallyGenerated?
    var note: String?.PartiallyGenerated?
    var legs: [Leg].PartiallyGenerated?
    init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      city = try content.value(forProperty: "city")
      days = try content.value(forProperty: "days")
      note = try content.value(forProperty: "note")
      legs = try content.value(forProperty: "legs")
    }
  }
}

/// A type that contains itself, at any depth and in an array.
struct Tree: Generable {
  var label: String
  var branches: [Tree]

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A tree",
      properties: [
        .init(name: "label", description: "Its label", type: String.self),
        .init(name: "branches", description: "Its parts", type: [Tree].self),
      ])
  }
  init(_ content: GeneratedContent) throws {
    label = try content.value(forProperty: "label")
    branches = try content.value(forProperty: "branches")
  }
  var generatedContent: GeneratedContent { GeneratedContent(properties: ["label": label, "branches": branches]) }
}

/// An enum with payloads.
enum Shape: Generable {
  case circle(Double)
  case group(name: String, parts: [Shape])

  struct DiscriminatedCircle: Generable {
    let generatedContent: GeneratedContent
    init(_ content: GeneratedContent) { generatedContent = content }
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "type", type: String.self, guides: [.constant("circle")]),
          .init(name: "value", type: Double.self),
        ])
    }
  }

  struct DiscriminatedGroup: Generable {
    let generatedContent: GeneratedContent
    init(_ content: GeneratedContent) { generatedContent = content }
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "type", type: String.self, guides: [.constant("group")]),
          .init(name: "name", type: String.self),
          .init(name: "parts", type: [Shape].self),
        ])
    }
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [DiscriminatedCircle.self, DiscriminatedGroup.self])
  }

  init(_ content: GeneratedContent) throws {
    switch try content.value(String.self, forProperty: "type") {
    case "circle": self = try .circle(content.value(forProperty: "value"))
    case "group":
      self = try .group(name: content.value(forProperty: "name"), parts: content.value(forProperty: "parts"))
    case let name: throw GeneratedContent.ParsingError(rawContent: name, debugDescription: "Unexpected type \(name)")
    }
  }

  var generatedContent: GeneratedContent {
    switch self {
    case .circle(let radius): GeneratedContent(properties: ["type": "circle", "value": radius])
    case .group(let name, let parts): GeneratedContent(properties: ["type": "group", "name": name, "parts": parts])
    }
  }
}
