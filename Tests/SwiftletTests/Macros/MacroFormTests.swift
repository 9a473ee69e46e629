import Testing

@testable public import Swiftlet

// Names that the library and the standard library have too.
private struct GeneratedContent {}
private struct GenerationSchema {}
private struct GenerationID {}
private protocol Identifiable {}

/// A type with properties that are less accessible than itself.
@Generable public struct Outside {
  /// A property for all.
  public var shown: String
  var plain: Int
  private var hidden: Inside
  fileprivate let kept: Inside?

  init(shown: String) {
    self.shown = shown
    plain = 2
    hidden = Inside(value: 3)
    kept = nil
  }
}

@Generable package struct Shared { package var value: Int }

@Generable private struct Inside { var value: Int }

/// Forms of declarations that need care to compile at all.
struct MacroFormTests {
  typealias Maybe = String?

  @Generable struct Forms: Equatable {
    var a, b: Int
    var `default`: Int, `with space`: Bool
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var forced: Int!
    var spelled: Swift.Optional<[Int]>
    var renamed: Maybe
    var observed: Int = 3 { didSet { changes += 1 } }
    var initial: String = "x"
    private(set) var restricted: Int
    @Wrapped var wrapped: Int
    lazy var later: Int = 4
    static let ignored = 5
    var computed: Int { a + b }
    var explicit: Int {
      get { a }
      set { a = newValue }
    }
    private static let counter = 0
    #if os(Linux) || os(macOS)
      @Guide(.range(0...9)) var here: Int
    #else
      var elsewhere: Int
    #endif
    #if NOT_DEFINED
      var nowhere: Int
    #endif
    private var changes: Int = 0

    init(a: Int) throws {
      self = try Forms(Swiftlet.GeneratedContent(json: MacroFormTests.text))
      self.a = a
    }
  }

  @propertyWrapper struct Wrapped: Equatable {
    var wrappedValue: Int
  }

  @Generable struct Box<Value: Generable> {
    var value: Value
    var others: [Value]?
    var nested: [Self]
  }

  @Generable enum Choice<Value: Generable> {
    case one(Value), many([Value]), none
  }

  @Generable struct OwnSnapshot {
    var value: Int

    struct PartiallyGenerated: ConvertibleFromGeneratedContent {
      let isEmpty: Bool
      init(_ content: Swiftlet.GeneratedContent) throws { isEmpty = content.jsonString == "{}" }
    }
  }

  @Generable @MainActor struct Isolated { var value: Int }

  @Generable struct Stated: Generable { var value: Int }

  private static let text = """
    {"a": 1, "b": 2, "default": 3, "with space": true, "forced": 4, "spelled": [5], "observed": 6, "initial": "y", \
    "restricted": 7, "wrapped": 8, "here": 9, "changes": 0}
    """

  @Test func formsAreReadAndWritten() throws {
    let content = try Swiftlet.GeneratedContent(json: Self.text)
    var forms = try Forms(content)
    #expect(forms.generatedContent == content)
    #expect(forms.b == 2 && forms.`with space` && forms.wrapped == 8 && forms.renamed == nil && forms.later == 4)
    let partial = try Forms.PartiallyGenerated(content)
    #expect(partial.forced == 4 && partial.spelled == [5] && partial.restricted == 7 && partial.`default` == 3)
    #expect(try Forms(a: 8).a == 8)
    let order = """
      "x-order": ["a", "b", "default", "with space", "forced", "spelled", "renamed", "observed", "initial", \
      "restricted", "wrapped", "here", "changes"]
      """
    #expect(json(of: Forms.self).contains(order))
    #expect(json(of: Forms.self).contains(#""required": ["a", "b", "default", "with space", "observed", "initial","#))
  }

  @Test func genericTypesAreGenerable() throws {
    let content = try Swiftlet.GeneratedContent(
      json: #"{"value": 1, "others": [2], "nested": [{"value": 3, "nested": []}]}"#)
    let box = try Box<Int>(content)
    #expect(box.nested.first?.value == 3 && box.generatedContent == content)
    #expect(try Box<Int>.PartiallyGenerated(content).nested?.first?.value == 3)
    #expect(Box<Int>.generationSchema.name == "Box<Int>")
    #expect(Box<String>.generationSchema.graph.defects.isEmpty)
    let many = try Choice<Int>(Swiftlet.GeneratedContent(json: #"{"type": "many", "value": [1, 2]}"#))
    guard case .many([1, 2]) = many else {
      Issue.record("read as \(many)")
      return
    }
    #expect(json(of: Choice<Int>.self).contains(#""anyOf""#))
  }

  @Test func privatePropertiesTakePart() throws {
    let content = Outside(shown: "a").generatedContent
    #expect(content.jsonString == #"{"shown": "a", "plain": 2, "hidden": {"value": 3}}"#)
    #expect(try Outside.PartiallyGenerated(content).hidden?.value == 3)
    #expect(try Shared.PartiallyGenerated(Shared(value: 4).generatedContent).value == 4)
  }

  @Test func snapshotsMayBeDeclared() throws {
    #expect(try OwnSnapshot.PartiallyGenerated(Swiftlet.GeneratedContent(json: "{}")).isEmpty)
  }

  // Not on the main actor.
  @Test func isolatedTypesCanBeReadAnywhere() throws {
    let isolated = try Isolated(Swiftlet.GeneratedContent(json: #"{"value": 3}"#))
    #expect(isolated.generatedContent.jsonString == #"{"value": 3}"#)
    #expect(Isolated.generationSchema.name == "Isolated")
  }

  @Test func aStatedConformanceIsFulfilled() throws {
    #expect(try Stated(Stated(value: 3).generatedContent).value == 3)
  }
}
