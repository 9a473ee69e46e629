import Foundation
import Testing

@testable import Swiftlet

struct StructMacroTests {
  @Generable(description: "A way through a city")
  struct Walk: Equatable {
    @Guide(description: "Where it is") var city: String
    @Guide(.range(1...9)) let hours: Int
    var note: String?
    var stops: [Stop]
    var pace: Pace?

    @Generable struct Stop: Equatable {
      var name: String
      var rating: Double?
    }

    @Generable enum Pace { case slow, brisk }
  }

  @Generable struct Tree: Equatable {
    var label: String
    var children: [Tree]
  }

  @Generable(representNilExplicitlyInGeneratedContent: true)
  struct Reading: Equatable {
    var value: Double?
    var unit: String
  }

  @Generable(name: "Renamed", description: "Under another name")
  struct Original {
    var value: Int
  }

  @Generable struct Nothing: Equatable {}

  private static let text = """
    {"city": "Bern", "hours": 3, "stops": [{"name": "Tower", "rating": 4.5}, {"name": "Bridge"}], "pace": "brisk"}
    """
  private static let walk = Walk(
    city: "Bern", hours: 3, note: nil, stops: [.init(name: "Tower", rating: 4.5), .init(name: "Bridge")], pace: .brisk)

  @Test func describesItselfAsAnObject() throws {
    let expected = """
      {"type": "object", "title": "Walk", "description": "A way through a city",
       "properties": {
         "city": {"type": "string", "description": "Where it is"},
         "hours": {"type": "integer", "minimum": 1, "maximum": 9},
         "note": {"type": "string"},
         "stops": {"type": "array", "items": {"$ref": "#/$defs/Stop"}},
         "pace": {"type": "string", "enum": ["slow", "brisk"]}},
       "required": ["city", "hours", "stops"], "additionalProperties": false,
       "x-order": ["city", "hours", "note", "stops", "pace"],
       "$defs": {"Stop": {"type": "object", "title": "Stop",
         "properties": {"name": {"type": "string"}, "rating": {"type": "number"}},
         "required": ["name"], "additionalProperties": false, "x-order": ["name", "rating"]}}}
      """
    #expect(try json(of: Walk.self) == normalized(expected))
    #expect(Walk.generationSchema.name == "Walk")
  }

  @Test func isReadAndWritten() throws {
    #expect(try Walk(GeneratedContent(json: Self.text)) == Self.walk)
    #expect(Self.walk.generatedContent.jsonString == Self.text)
  }

  @Test(arguments: [
    (#"{"hours": 3, "stops": []}"#, "'city'"), (#"{"city": "Bern", "stops": []}"#, "'hours'"),
    (#"{"city": "Bern", "hours": 3, "stops": [{"rating": 1}]}"#, "'name'"), ("[]", "an array"),
    (#"{"city": "Bern", "hours": "3", "stops": []}"#, "a string"),
    (#"{"city": "Bern", "hours": 3, "stops": [], "pace": "fast"}"#, #"Unexpected value "fast" for Pace"#),
  ])
  func saysWhatContentLacks(text: String, part: String) throws {
    let content = try GeneratedContent(json: text)
    let error = #expect(throws: GeneratedContent.ParsingError.self) { try Walk(content) }
    #expect(error?.debugDescription.contains(part) ?? false)
  }

  @Test(arguments: [#"{"value": null, "unit": "m"}"#, #"{"unit": "m"}"#])
  func nullAndAbsenceAreNil(_ text: String) throws {
    #expect(try Reading(GeneratedContent(json: text)) == Reading(value: nil, unit: "m"))
  }

  @Test func nilIsWrittenAsNullOnlyWhereThatIsWanted() throws {
    #expect(Reading(value: nil, unit: "m").generatedContent.jsonString == #"{"value": null, "unit": "m"}"#)
    #expect(Walk.Stop(name: "Inn").generatedContent.jsonString == #"{"name": "Inn"}"#)
    guard case .object(let shape) = Reading.generationSchema.graph.root.shape else {
      Issue.record("the schema of a structure is no object")
      return
    }
    #expect(shape.representsNilExplicitly)
  }

  @Test func aRecursiveTypeRefersToItself() throws {
    let expected = """
      {"type": "object", "title": "Tree",
       "properties": {"label": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}},
       "required": ["label", "children"], "additionalProperties": false, "x-order": ["label", "children"]}
      """
    #expect(try json(of: Tree.self) == normalized(expected))
    let tree = Tree(label: "a", children: [Tree(label: "b", children: []), Tree(label: "c", children: [])])
    #expect(try Tree(tree.generatedContent) == tree)
  }

  @Test func aSchemaMayHaveAnotherName() throws {
    #expect(Original.generationSchema.name == "Renamed")
    #expect(json(of: Original.self).contains(#""title": "Renamed", "description": "Under another name""#))
  }

  @Test func anEmptyTypeIsAnEmptyObject() throws {
    #expect(try Nothing(GeneratedContent(json: "{}")) == Nothing())
    #expect(Nothing().generatedContent.jsonString == "{}")
    #expect(json(of: Nothing.self).contains(#""properties": {}"#))
  }

  @Test func everyBeginningIsASnapshot() throws {
    var last = try Walk.PartiallyGenerated(GeneratedContent(json: "{"))
    for content in try beginnings(of: Self.text) {
      let snapshot = try Walk.PartiallyGenerated(content)
      #expect(snapshot.city ?? "" >= last.city ?? "")
      #expect(snapshot.hours != nil || last.hours == nil)
      #expect(snapshot.stops?.count ?? -1 >= last.stops?.count ?? -1)
      #expect(snapshot.stops?.first?.name ?? "" >= last.stops?.first?.name ?? "")
      #expect(snapshot.note == nil)
      last = snapshot
    }
    #expect(last.city == "Bern" && last.hours == 3 && last.pace == .brisk)
    #expect(last.stops?.map(\.name) == ["Tower", "Bridge"] && last.stops?.map(\.rating) == [4.5, nil])
  }

  @Test func aValueHasAPartialForm() {
    let partial = Self.walk.asPartiallyGenerated()
    #expect(partial.city == "Bern" && partial.stops?.last?.name == "Bridge" && partial.note == nil)
  }

  @Test func snapshotsOfOneValueHaveOneIdentity() throws {
    var content = try GeneratedContent(json: #"{"label": "a", "children": []}"#)
    let anonymous = try Tree.PartiallyGenerated(content)
    #expect(try Tree.PartiallyGenerated(content).id != anonymous.id)
    content.id = GenerationID()
    #expect(try Tree.PartiallyGenerated(content).id == content.id)
    #expect(try Tree.PartiallyGenerated(content).id == content.id)
  }
}

// MARK: - Identities

extension StructMacroTests {
  @Generable struct Item: Identifiable, Equatable {
    var id: GenerationID
    var name: String
  }

  @Generable struct Tagged {
    var first: GenerationID
    var second: GenerationID?
    var name: String
  }

  @Generable struct Numbered: Identifiable {
    var id: Int
  }

  @Generable struct Computed: Identifiable {
    var name: String
    var id: String { name }
  }

  @Generable struct Note: Identifiable, Equatable {
    let id = UUID()
    let kind: Int = 3
    var text: String
  }

  @Generable struct Spelled {
    let id: UUID = UUID()
    let created: Date = .now
    let title: String
  }

  @Generable struct Board: Identifiable {
    let id: UUID = UUID()
    var notes: [Note]
  }

  /// A type to whose snapshots the client has given identities.
  @Generable struct Extended: Identifiable {
    let id = UUID()
    var name: String
  }

  @Test func anIdentityIsNotGenerated() throws {
    #expect(json(of: Item.self).contains(#""x-order": ["name"]"#))
    var content = try GeneratedContent(json: #"{"name": "a"}"#)
    #expect(try Item(content) != Item(content))
    let id = GenerationID()
    content.id = id
    let item = try Item(content)
    #expect(item.id == id)
    #expect(item.generatedContent == content)
    #expect(try Item.PartiallyGenerated(content).id == id)
  }

  @Test func allIdentitiesOfAValueAreOne() throws {
    var content = try GeneratedContent(json: #"{"name": "a"}"#)
    #expect(try Tagged(content).second == nil)
    let partial = try Tagged.PartiallyGenerated(content)
    #expect(partial.id == partial.first && partial.first == partial.second)
    content.id = GenerationID()
    let tagged = try Tagged(content)
    #expect(tagged.first == content.id && tagged.second == content.id)
  }

  @Test func anIdentityOfTheTypesOwnIsKept() throws {
    #expect(try Numbered.PartiallyGenerated(GeneratedContent(json: #"{"id": 3}"#)).id == 3)
    #expect(json(of: Numbered.self).contains(#""id": {"type": "integer"}"#))
    #expect(try Computed.PartiallyGenerated(GeneratedContent(json: #"{"name": "a"}"#)).name == "a")
  }

  @Test func constantsWithAValueAreNoPartOfTheContent() throws {
    #expect(json(of: Note.self).contains(#""properties": {"text": {"type": "string"}}, "required": ["text"]"#))
    #expect(json(of: Spelled.self).contains(#""x-order": ["title"]"#))
    let content = try GeneratedContent(json: #"{"text": "a"}"#)
    let (one, other) = (try Note(content), try Note(content))
    #expect(one.id != other.id && one.kind == 3 && one.generatedContent.jsonString == content.jsonString)
    #expect(Note(text: "b").generatedContent.jsonString == #"{"text": "b"}"#)
    #expect(try Spelled(GeneratedContent(json: #"{"title": "a"}"#)).title == "a")
    #expect(Spelled(title: "b").generatedContent.jsonString == #"{"title": "b"}"#)
  }

  /// The identity of a value, as views take it.
  private func identity<Value: Identifiable>(_ value: Value) -> AnyHashable { AnyHashable(value.id) }

  @Test func snapshotsOfIdentifiableTypesAreIdentifiable() async throws {
    let model = ScriptedModel(#"{"notes": [{"te"#, #"xt": "a"}, {"#, #""text": "b"#, #"c"}, {"text": "d"}]}"#).able(
      to: .guidedGeneration)
    let stream = LanguageModelSession(model: model).streamResponse(to: "Notes?", generating: Board.self)
    var boards: Set<AnyHashable> = []
    var notes: [[AnyHashable]] = []
    for try await snapshot in stream {
      boards.insert(identity(snapshot.content))
      notes.append((snapshot.content.notes ?? []).map { identity($0) })
    }
    #expect(boards.count == 1 && notes.last?.count == 3 && Set(notes.joined()).count == 3)
    for (earlier, later) in zip(notes, notes.dropFirst()) { #expect(later.starts(with: earlier)) }
    let board = try await stream.collect().content
    #expect(board.notes.map(\.text) == ["a", "bc", "d"] && Set(board.notes.map(\.id)).count == 3)
  }

  @Test func anIdentityOfTheClientsOwnTakesItsPlace() throws {
    let content = try GeneratedContent(json: #"{"name": "a", "id": 4}"#)
    #expect(try identity(Extended.PartiallyGenerated(content)) == AnyHashable("a"))
    #expect(try identity(Numbered.PartiallyGenerated(content)) == AnyHashable(Optional(4)))
    #expect(try Computed.PartiallyGenerated(content).id != Computed.PartiallyGenerated(content).id)
  }
}

extension StructMacroTests.Extended.PartiallyGenerated: Identifiable {
  var id: String { name ?? "" }
}
