import Foundation
import Swiftlet
import Synchronization

/// A person, as a macro would describe one.
struct Person: Generable, Equatable {
  var name: String
  var age: Int

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [.init(name: "name", type: String.self), .init(name: "age", type: Int.self)])
  }

  init(name: String, age: Int) {
    self.name = name
    self.age = age
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    age = try content.value(forProperty: "age")
  }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name, "age": age]) }

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    var id: GenerationID
    var name: String?
    var age: Int?

    init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      name = try content.value(String?.self, forProperty: "name")
      age = try content.value(Int?.self, forProperty: "age")
    }
  }
}

/// The arguments of the tools of these tests.
struct City: Generable {
  var city: String

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [.init(name: "city", type: String.self)])
  }

  init(_ content: GeneratedContent) throws { city = try content.value(forProperty: "city") }
  var generatedContent: GeneratedContent { GeneratedContent(properties: ["city": city]) }
}

/// A tool that does what a closure says.
struct Weather: Tool {
  let description = "Tells the weather of a city."
  var body: @Sendable (String) async throws -> String = { "It rains in \($0)." }

  func call(arguments: City) async throws -> String { try await body(arguments.city) }
}

/// A tool with a custom name and a structured output.
struct Mayor: Tool {
  let name = "mayor_of"
  let description = "Tells who the mayor of a city is."
  var includesSchemaInInstructions: Bool { false }

  func call(arguments: City) async throws -> Person { Person(name: "Ada of \(arguments.city)", age: 36) }
}

/// A tool whose parameters are known at run time only.
struct Anything: Tool {
  let description = "Takes anything."
  let parameters: GenerationSchema

  func call(arguments: GeneratedContent) async throws -> [String] { ["got", arguments.jsonString] }
}

extension Transcript.Entry {
  /// The entry's segments.
  var segments: [Transcript.Segment] {
    switch self {
    case .instructions(let entry): entry.segments
    case .prompt(let entry): entry.segments
    case .response(let entry): entry.segments
    case .toolOutput(let entry): entry.segments
    case .reasoning(let entry): entry.segments
    case .toolCalls: []
    }
  }
}
