import SwiftletJSON
import Foundation
import Testing

@testable import Swiftlet

struct RandomSchemaTests {
  @Test("18.10 Any schema that can be made is encoded and decoded without loss")
  func roundTrips() throws {
    var random = SeededGenerator(seed: 10)
    for round in 0..<1000 {
      let schema = try random.schema()
      guard schema.graph.defects.isEmpty else { continue }
      let data = try JSONEncoder().encode(schema)
      let read = try JSONDecoder().decode(GenerationSchema.self, from: data)
      #expect(read.graph.root == schema.graph.root, "round \(round)")
      #expect(read.graph.definitions == schema.graph.definitions, "round \(round)")
      #expect(read.debugDescription == schema.debugDescription, "round \(round)")
      let text = schema.json.text
      let reread = try SchemaReader.read(GeneratedContent(json: text))
      #expect(reread.graph == schema.graph, "round \(round)")
      #expect(reread.json.text == text, "round \(round)")
    }
  }

  @Test("Whatever a part of a schema becomes, decoding it succeeds or throws")
  func damagedSchemas() throws {
    var random = SeededGenerator(seed: 11)
    var failures = 0
    for _ in 0..<1000 {
      let damaged = random.damaged(ContentBuilder.value(of: try random.schema().json.root))
      let data = try JSONEncoder().encode(CodableContent(damaged))
      do {
        let read = try JSONDecoder().decode(GenerationSchema.self, from: data)
        let again = try JSONDecoder().decode(GenerationSchema.self, from: JSONEncoder().encode(read))
        #expect(again.graph == read.graph)
      } catch {
        failures += 1
        #expect(error is DecodingError)
      }
    }
    #expect((50..<950).contains(failures))
  }
}

extension SeededGenerator {
  /// A schema with up to four types that refer to each other.
  fileprivate mutating func schema() throws -> GenerationSchema {
    let names = ["R", "a/b", "C~", "D"].prefix(Int.random(in: 1...4, using: &self))
    var types: [DynamicGenerationSchema] = []
    for name in names { types.append(type(name, others: Array(names))) }
    return try GenerationSchema(root: types.removeFirst(), dependencies: types)
  }

  private mutating func type(_ name: String, others: [String]) -> DynamicGenerationSchema {
    let description = chance(3) ? text() : nil
    if name != "R", chance(3) {
      let choices = (0..<Int.random(in: 1...3, using: &self)).map { _ in part(others: others, depth: 1) }
      return DynamicGenerationSchema(name: name, description: description, anyOf: choices)
    }
    let properties = (0..<Int.random(in: 0...5, using: &self)).map { index in
      DynamicGenerationSchema.Property(
        name: "\(text())\(index)", description: chance(3) ? text() : nil, schema: part(others: others, depth: 3),
        isOptional: chance(2))
    }
    return DynamicGenerationSchema(name: name, description: description, properties: properties)
  }

  private mutating func part(others: [String], depth: Int) -> DynamicGenerationSchema {
    switch Int.random(in: 0..<(depth > 0 ? 11 : 9), using: &self) {
    case 0: return .null
    case 1: return DynamicGenerationSchema(type: Bool.self)
    case 2: return DynamicGenerationSchema(type: Int.self, guides: chance(2) ? [] : [.minimum(.min), .maximum(7)])
    case 3: return DynamicGenerationSchema(type: Double.self, guides: chance(2) ? [] : [.range(-1e-7...0.1)])
    case 4: return DynamicGenerationSchema(type: String.self, guides: [.pattern(/a\/"b{1,2}/)])
    case 5:
      return DynamicGenerationSchema(type: String.self, guides: [chance(2) ? .constant(text()) : .anyOf([text()])])
    case 6: return DynamicGenerationSchema(name: "choice\(next())", anyOf: [text(), "x"])
    case 7: return DynamicGenerationSchema(type: GeneratedContent.self)
    case 8: return DynamicGenerationSchema(referenceTo: others.randomElement(using: &self) ?? "R")
    case 9:
      return DynamicGenerationSchema(
        arrayOf: part(others: others, depth: depth - 1), minimumElements: chance(2) ? nil : 0,
        maximumElements: chance(2) ? nil : 3)
    default: return chance(2) ? DynamicGenerationSchema(type: Trip.self) : DynamicGenerationSchema(type: Shape.self)
    }
  }

  /// Content of which one part has become something else.
  fileprivate mutating func damaged(_ content: GeneratedContent) -> GeneratedContent {
    if chance(5) { return self.content() }
    switch content.storage {
    case .array(var elements):
      guard let index = elements.indices.randomElement(using: &self) else { return self.content() }
      elements[index] = damaged(elements[index])
      return GeneratedContent(.array(elements))
    case .structure(var properties, var keys):
      guard let index = keys.indices.randomElement(using: &self) else { return self.content() }
      if chance(5) {
        properties[keys.remove(at: index)] = nil
      } else {
        properties[keys[index]] = properties[keys[index]].map { damaged($0) }
      }
      return GeneratedContent(.structure(properties: properties, keys: keys))
    default: return self.content()
    }
  }
}
