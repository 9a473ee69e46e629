import Testing

/// The forms that declarations may take, each by what the expansion has for it.
struct FormTests {
  /// A member of a struct, with parts that the expansion has and parts that it does not have.
  struct Form: CustomTestStringConvertible {
    var member: String
    var parts: [String]
    var testDescription: String { member }

    init(_ member: String, _ parts: String...) {
      self.member = member
      self.parts = parts
    }
  }

  private static func property(_ arguments: String) -> String {
    "__properties.append(Swiftlet.GenerationSchema.Property(\(arguments)))"
  }

  @Test(arguments: [
    Form("let a: Int", property(#"name: "a", type: Int.self"#), "var a: Int.PartiallyGenerated?"),
    Form("var a: Int = 3", property(#"name: "a", type: Int.self"#), #"self.a = try content.value(forProperty: "a")"#),
    Form("var a: Int { didSet {} }", property(#"name: "a", type: Int.self"#)),
    Form("var a: Int = 1 { willSet { f() } }", property(#"name: "a", type: Int.self"#)),
    Form("private(set) var a: Int", "  var a: Int.PartiallyGenerated?"),
    Form("var a, b: Int", property(#"name: "a", type: Int.self"#), property(#"name: "b", type: Int.self"#)),
    Form("var a: Int, b: Bool = true", property(#"name: "b", type: Bool.self"#)),
    Form(
      "var `default`: Int", property(#"name: "default", type: Int.self"#), #"add("default", self.`default`)"#,
      "var `default`: Int.PartiallyGenerated?"),
    Form("var `a b`: Int", property(#"name: "a b", type: Int.self"#), #"add("a b", self.`a b`)"#),
    Form("var a: Int?", "type: Int?.self", "var a: Int.PartiallyGenerated?"),
    Form("var a: Int!", "type: Int?.self", "var a: Int.PartiallyGenerated?"),
    Form("var a: Optional<Int>", "type: Optional<Int>.self", "var a: Int.PartiallyGenerated?"),
    Form("var a: Swift.Optional<Int>", "var a: Int.PartiallyGenerated?"),
    Form("var a: [Int]?", "type: [Int]?.self", "var a: [Int].PartiallyGenerated?"),
    Form("var a: B.C<Int>", "type: B.C<Int>.self", "var a: B.C<Int>.PartiallyGenerated?"),
    Form("var a: [Self]", "type: [Self].self", "var a: [S].PartiallyGenerated?"),
    Form("var a: [String: Int]", "type: [String: Int].self"),
    Form("@Wrapped var a: Int", property(#"name: "a", type: Int.self"#)),
  ])
  func readsStoredProperties(_ form: Form) {
    let expansion = Expansion(of: "@Generable struct S {\n\(form.member)\n}")
    #expect(expansion.errors == [])
    for part in form.parts { #expect(expansion.source.contains(part)) }
  }

  @Test(
    "49.8 constants with a value are not generated",
    arguments: [
      "let a = UUID()", "let a: UUID = UUID()", "public let a: Int = 3", "let a = 1, b: Bool = true",
      "let (a, b) = (1, 2)", "#if A\nlet a = UUID()\n#endif",
    ])
  func constantsWithAValueAreNotGenerated(_ member: String) {
    let expansion = Expansion(of: "@Generable struct S {\n\(member)\nlet kept: Int\n}")
    #expect(expansion.errors == [])
    #expect(expansion.source.ranges(of: "Property(name:").count == 1)
    #expect(expansion.source.ranges(of: "self.kept").count == 3)
    for name in ["a", "b"] {
      #expect(!expansion.source.contains("self.\(name)") && !expansion.source.contains("var \(name):"))
    }
  }

  @Test func ofADeclarationOnlyTheConstantsWithoutAValueAreGenerated() {
    let expansion = Expansion(of: "@Generable struct S { let a = 1, b: Bool }")
    #expect(expansion.errors == [])
    #expect(expansion.source.contains(#"Property(name: "b", type: Bool.self)"#))
    #expect(!expansion.source.contains(#"name: "a""#))
  }

  @Test(arguments: [
    "var a: Int { 1 }", "var a: Int { get { 1 } set {} }", "static var a: Int = 1", "static let a = 1",
    "lazy var a: Int = 1", "func f() {}", "struct A {}", "var a: Int { _read { yield b } }",
  ])
  func ignoresWhatIsNotStored(_ member: String) {
    let expansion = Expansion(of: "@Generable struct S {\n\(member)\n}")
    #expect(expansion.errors == [])
    #expect(expansion.source.contains("properties: []"))
  }

  @Test(arguments: [
    Form(#"@Guide(description: "b") var a: Int"#, #"name: "a", description: "b", type: Int.self)"#),
    Form("@Guide(.minimum(1), .maximum(3)) var a: Int", "guides: [.minimum(1), .maximum(3)]"),
    Form(
      #"@Guide(description: "b") @Guide(.minimum(1)) @Guide(.maximum(3)) var a: Int"#,
      #"description: "b", type: Int.self, guides: [.minimum(1), .maximum(3)]"#),
    Form(
      #"@Guide(description: "b") @Guide(description: c) var a: Int"#,
      #"description: ["b" as Swift.String?, c as Swift.String?].compactMap"#),
    Form("@Guide(description: nil, .minimum(1)) var a: Int", "type: Int.self, guides: [.minimum(1)]"),
    Form("@Swiftlet.Guide(.count(2)) var a: [Int]", "guides: [.count(2)]"),
    Form("@FoundationModels.Guide(.element(.range(0...9))) var a: [Int]", "guides: [.element(.range(0 ... 9))]"),
    Form(#"@Guide(/[A-Z]{2}-\d+/) var a: String"#, #"guides: [/[A-Z]{2}-\d+/]"#),
    Form("@Guide(Regex { OneOrMore(.digit) }) var a: String", "guides: [Regex {"),
    Form("@Guide(Self.code) var a: String", "guides: [Self.code]"),
    Form("@Guide(/a/) @Guide(.anyOf(b)) var a: String", "guides: [.pattern(/a/), .anyOf(b)]"),
    Form("@Guide(/a/) @Guide(Regex<Substring>(b)) var a: String", ".pattern(/a/), .pattern(Regex<Substring>(b))"),
    Form("@available(*, deprecated) @Guide(.count(2)) var a: [Int]", "guides: [.count(2)]"),
  ])
  func readsGuides(_ form: Form) {
    let expansion = Expansion(of: "@Generable struct S {\n\(form.member)\n}")
    #expect(expansion.errors == [])
    for part in form.parts { #expect(expansion.source.contains(part)) }
  }

  @Test(arguments: [
    Form("case a(_ b: Int)", #"add("b", payload0)"#, "case a(Int.PartiallyGenerated?)", ".a(content.value(forProperty"),
    Form("case a(`in`: Int)", #"add("in", payload0)"#, "case a(`in`: Int.PartiallyGenerated?)"),
    Form("case a(x: Int, String, Bool)", #"add("value", payload1)"#, #"add("value1", payload2)"#),
    Form("case a(Int = 3)", "case a(Int.PartiallyGenerated?)"),
    Form("case `default`(Int)", #"add("type", "default")"#, "struct `DiscriminatedDefault`"),
    Form("case a(Int), A", "struct Discriminateda:", "struct DiscriminatedA:"),
    Form("indirect case a(Self), b", "indirect case a(E.PartiallyGenerated?)", "type: E.self"),
    Form("case a([Self]?)", "case a([E].PartiallyGenerated?)", "type: [E]?.self"),
  ])
  func readsPayloads(_ form: Form) {
    let expansion = Expansion(of: "@Generable enum E {\n\(form.member)\n}")
    #expect(expansion.errors == [])
    for part in form.parts { #expect(expansion.source.contains(part)) }
  }

  @Test func anIndirectEnumHasIndirectSnapshots() {
    let expansion = Expansion(of: "@Generable indirect enum E { case a(E), b }")
    #expect(expansion.source.contains("nonisolated indirect enum PartiallyGenerated"))
  }
}
