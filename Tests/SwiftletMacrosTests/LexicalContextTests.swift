import Testing

/// The effect of a type's lexical context and other members on its expansion.
struct LexicalContextTests {
  @Test(arguments: [
    ("public", "public "), ("package", "package "), ("internal", ""), ("fileprivate", ""), ("private", ""), ("", ""),
  ])
  func membersAreAsAccessibleAsTheirType(modifier: String, expected: String) {
    let expansion = Expansion(of: "@Generable \(modifier) struct S { var a: Int }")
    #expect(expansion.errors == [])
    for member in ["static var generationSchema", "var generatedContent", "struct PartiallyGenerated", "init("] {
      #expect(expansion.source.contains("nonisolated \(expected)\(member)"))
    }
    #expect(expansion.source.contains(" \(expected)var a: Int.PartiallyGenerated?"))
  }

  @Test func anExtensionGivesItsAccessLevel() {
    let expansion = Expansion(of: "public extension Outer { @Generable struct S { var a: Int } }")
    #expect(expansion.source.contains("nonisolated public static var generationSchema"))
  }

  @Test(arguments: [("private", "fileprivate"), ("fileprivate", "fileprivate"), ("internal", "internal")])
  func aLessAccessiblePropertyStaysSo(modifier: String, expected: String) {
    let expansion = Expansion(of: "@Generable public struct S { \(modifier) var a: Int }")
    #expect(expansion.source.contains(" \(expected) var a: Int.PartiallyGenerated?"))
  }

  @Test func availabilityIsHandedOn() {
    let expansion = Expansion(
      of: "@available(macOS 27, *) enum O { @available(iOS 27, *) @Generable struct S { var a: Int } }")
    #expect(expansion.source.contains("@available(iOS 27, *)\n@available(macOS 27, *)\nextension"))
  }

  @Test(arguments: [
    ("var id: GenerationID", "self.id = content.id ?? Swiftlet.GenerationID()", "Swift.Identifiable, "),
    ("var id: Swiftlet.GenerationID", "id: self.id", "Swift.Identifiable, "),
    ("var id: GenerationID?", "self.id = content.id\n", "Swift.Identifiable, "),
    ("var key: GenerationID", "self.key = __id", "Swift.Identifiable, "),
    ("let key: FoundationModels.GenerationID", "id: self.key", "Swift.Identifiable, "),
    ("var id: String", #"add("id", self.id)"#, ""),
  ])
  func identitiesAreNotGenerated(property: String, part: String, conformance: String) {
    let expansion = Expansion(of: "@Generable struct S { \(property)\nvar a: Int }")
    #expect(expansion.errors == [])
    #expect(expansion.source.contains(part))
    #expect(expansion.source.contains("PartiallyGenerated: \(conformance)Swiftlet.ConvertibleFromGeneratedContent"))
    #expect(expansion.source.contains(#"name: "id""#) == property.hasSuffix("String"))
    #expect(expansion.source.ranges(of: "var id: ").count == (property.contains(" id: ") ? 2 : 1))
  }

  @Test(arguments: ["Identifiable", "Swift.Identifiable"])
  func snapshotsOfAnIdentifiableTypeHaveAnIdentityThatIsNotGenerated(_ conformance: String) {
    for id in ["var id: Int { a }", "let id = UUID()", "var id: String"] {
      let expansion = Expansion(of: "@Generable struct S: \(conformance) { var a: Int; \(id) }")
      #expect(expansion.errors == [])
      #expect(expansion.source.contains("struct PartiallyGenerated: Swiftlet._IdentifiedSnapshot, "))
      #expect(expansion.source.contains("self._generationID = __id"))
      #expect(!expansion.source.contains("var id: Swiftlet.GenerationID"))
    }
    // Of other types it is not known that their snapshots are hashable.
    let expansion = Expansion(of: "@Generable struct S: \(conformance) { var id: Key }")
    #expect(expansion.source.contains("struct PartiallyGenerated: Swiftlet.ConvertibleFromGeneratedContent"))
  }

  @Test(arguments: [
    "struct PartiallyGenerated {}", "typealias PartiallyGenerated = Self", "#if A\nenum PartiallyGenerated {}\n#endif",
  ])
  func aTypeMayDeclareItsSnapshots(_ declaration: String) {
    for type in ["struct S { var a: Int\n", "enum E { case a(Int)\n"] {
      let expansion = Expansion(of: "@Generable \(type)\(declaration) }")
      #expect(expansion.errors == [])
      #expect(!expansion.source.contains("nonisolated struct PartiallyGenerated"))
      #expect(!expansion.source.contains("nonisolated enum PartiallyGenerated"))
    }
  }

  @Test func conditionsAreKept() {
    let expansion = Expansion(
      of: "@Generable struct S {\n#if A\nvar a: Int\n#elseif B && C\nvar b: Int\n#else\nvar c: Int\n#endif\n}")
    let lines = expansion.source.split(separator: "\n").map { $0.drop { $0 == " " } }
    // In the source, the schema, the content, the snapshot, its initializer, and the type's own.
    for directive in ["#if A", "#elseif B && C", "#else", "#endif"] {
      #expect(lines.count { $0 == directive } == 6)
    }
    let union = Expansion(of: "@Generable enum E {\ncase a(Int)\n#if A\ncase b, c(Int)\n#endif\n}")
    #expect(union.source.contains("#if A\n    __types.append(DiscriminatedB.self)"))
    #expect(union.source.contains("#if A\n  private nonisolated struct DiscriminatedB"))
    #expect(Expansion(of: "@Generable enum E {\n#if A\ncase a\n#endif\n}").source.contains("#if A\n    __names.append"))
  }

  @Test(arguments: [
    ("representNilExplicitlyInGeneratedContent: true", "} else {"),
    ("representNilExplicitlyInGeneratedContent: isExplicit", "} else if isExplicit {"),
  ])
  func nilMayBeExplicit(argument: String, part: String) {
    let expansion = Expansion(of: "@Generable(\(argument)) struct S { var a: Int? }")
    #expect(expansion.source.contains("\(argument),\n"))
    #expect(expansion.source.contains(part))
    #expect(!Expansion(of: "@Generable struct S { var a: Int? }").source.contains(".null"))
  }

  @Test func aNameOfTheSchemaIsHandedOn() {
    let expansion = Expansion(of: #"@Generable(name: "T", description: "d") struct S { var a: Int }"#)
    #expect(expansion.source.contains(#")._named("T")"#))
  }

  @Test func textOverSeveralLinesStaysTheSame() {
    let text = "\"\"\"\n    one\n      two\n    \"\"\""
    let expansion = Expansion(of: "@Generable(description: \(text)) struct S { var a: Int }")
    let lines = expansion.source.split(separator: "\n").drop { !$0.hasSuffix(" one") }.prefix(3)
    let margins = lines.map { $0.prefix { $0 == " " }.count }
    #expect(margins.map { $0 - margins[0] } == [0, 2, 0])
  }
}
