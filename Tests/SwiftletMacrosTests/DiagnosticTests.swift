import SwiftDiagnostics
import Testing

struct DiagnosticTests {
  /// A source with one error in it.
  struct Case: CustomTestStringConvertible {
    var source: String
    var expectedError: Expansion.ReportedError
    var testDescription: String { source }

    init(_ source: String, _ message: String, at node: String, fixed: String...) {
      self.source = source
      expectedError = .init(message: message, node: node, fixed: fixed)
    }
  }

  private static let place = "'@Generable' can only be used on structs and enums."
  private static let unknown = "'@Generable' reads the source only: the property needs a type annotation"

  @Test(arguments: [
    Case("@Generable class A {}", place, at: "@Generable", fixed: "@Generable struct A {}"),
    Case("@Generable actor A {}", place, at: "@Generable", fixed: "@Generable struct A {}"),
    Case("@Generable protocol A {}", place, at: "@Generable"),
    Case("@Generable enum A {}", "'@Generable' needs an enum with at least one case; A has none", at: "A"),
    Case(
      "enum B { @Generable private struct A {} }",
      "'@Generable' cannot extend a nested type that is private; make it fileprivate", at: "private",
      fixed: "@Generable fileprivate struct A {} "),
    Case(
      "enum C { private enum B { @Generable struct A {} } }",
      "'@Generable' cannot extend a type nested in one that is private to another; make that one fileprivate",
      at: "@Generable"),
  ])
  func tellsWhatIsWrongWithATypesPlace(_ one: Case) {
    #expect(Expansion(of: one.source).errors == [one.expectedError])
  }

  @Test(arguments: [
    Case("var a = 1", unknown, at: "a", fixed: "var a: Int = 1"),
    Case("var a = -1.5", unknown, at: "a", fixed: "var a: Double = -1.5"),
    Case(#"var a = ["x", "y"]"#, unknown, at: "a", fixed: #"var a: [String] = ["x", "y"]"#),
    Case("var a = [B.C]()", unknown, at: "a", fixed: "var a: [B.C] = [B.C]()"),
    Case("var a = true, b: Int", unknown, at: "a", fixed: "var a: Bool = true, b: Int"),
    Case("var a = [1, true]", unknown, at: "a", fixed: "var a: <#type#> = [1, true]"),
    Case("var a = make()", unknown, at: "a", fixed: "var a: <#type#> = make()"),
    Case(
      "var (a, b): (Int, Int)", "'@Generable' needs each property declared with a single name", at: "(a, b)"),
    Case("var a: (Int, Int)", "values of type '(Int, Int)' cannot be generated", at: "(Int, Int)"),
    Case("var a: (Int) -> Int", "values of type '(Int) -> Int' cannot be generated", at: "(Int) -> Int"),
    Case("var a: [any P]", "values of type '[any P]' cannot be generated", at: "[any P]"),
    Case("var a: Any?", "values of type 'Any?' cannot be generated", at: "Any?"),
    Case("var a: P & Q", "values of type 'P & Q' cannot be generated", at: "P & Q"),
    Case("var a: Int??", "values of type 'Int??' cannot be generated", at: "Int??"),
    Case("var a: [Int?]", "values of type '[Int?]' cannot be generated", at: "[Int?]"),
    Case(
      "#if A\n@Guide(description: \"b\")\n#endif\nvar a: Int",
      "'#if' around '@Guide' has to include the whole property", at: "@Guide(description: \"b\")"),
  ])
  func tellsWhatIsWrongWithAProperty(_ one: Case) {
    var expected = one.expectedError
    expected.fixed = expected.fixed.map { "@Generable struct S {\n\($0)\n}" }
    #expect(Expansion(of: "@Generable struct S {\n\(one.source)\n}").errors == [expected])
  }

  @Test(arguments: [
    Case(
      "case a(type: Int)", "generated content names the case as 'type'; give this value another label", at: "type"),
    Case(
      "case a(Int, value: Int)",
      "generated content has two values called 'value' for this case; label them differently",
      at: "value: Int"),
    Case(
      "case a(_ type: Int)", "generated content names the case as 'type'; give this value another label", at: "_"),
    Case(
      "case a(Int), a(x: Int)", "generated content identifies cases by name, and there is another 'a'", at: "a"),
    Case("case a((Int, Int))", "values of type '(Int, Int)' cannot be generated", at: "(Int, Int)"),
  ])
  func tellsWhatIsWrongWithACase(_ one: Case) {
    #expect(Expansion(of: "@Generable enum E { \(one.source) }").errors == [one.expectedError])
  }

  @Test(arguments: [
    "var a: Int { 1 }", "static var a: Int", "lazy var a: Int = 1", "func a() {}", "init() {}",
    "var a: Int { get { 1 } set {} }",
  ])
  func guidesBelongToStoredProperties(_ member: String) {
    let expected = Expansion.ReportedError(
      message: "'@Guide' can only be used with a stored property.", node: "@Guide(description: \"b\")", fixed: [member])
    #expect(Expansion(of: "struct S { @Guide(description: \"b\") \(member) }").errors.map(\.trimmed) == [expected])
  }

  @Test(arguments: [
    "@Guide(description: \"b\") var a: Int", "func f() { @Guide(description: \"b\") var a: Int }",
    "class C { @Guide(description: \"b\") var a: Int = 1 }", "enum E { @Guide(description: \"b\") case a }",
  ])
  func guidesBelongToStructs(_ source: String) {
    #expect(
      Expansion(of: source).errors.map(\.message) == ["'@Guide' can only be used with a stored property."])
  }

  @Test(arguments: ["let a: Int = 1", "let a = 1"])
  func aGuideOfAConstantIsAWarningAndTheRestIsExpanded(_ member: String) {
    let expansion = Expansion(of: "@Generable struct S { @Guide(description: \"b\") \(member); var c: Int }")
    #expect(
      expansion.errors.map(\.message) == [
        "a constant with an initial value is not generated, so that '@Guide' has no effect"
      ])
    #expect(expansion.severities == [.warning])
    #expect(expansion.source.contains(#"name: "c""#) && !expansion.source.contains(#"name: "a""#))
  }

  @Test func aGuideMayStandInAStructThatConformsByHand() {
    #expect(Expansion(of: "struct S { @Guide(description: \"b\") var a: Int { didSet {} } }").errors == [])
  }

  @Test func everyErrorIsReportedOnceAndNothingIsExpanded() {
    let expansion = Expansion(of: "@Generable struct S { var a = 1; var b: (Int, Int) }")
    #expect(expansion.errors.count == 2)
    #expect(!expansion.source.contains("nonisolated"))
  }
}

extension Expansion.ReportedError {
  /// The same without spaces around the fixed declarations.
  fileprivate var trimmed: Self {
    var copy = self
    copy.fixed = fixed.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    return copy
  }
}
