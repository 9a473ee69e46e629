import SwiftSyntax

// MARK: - Enums with payloads: objects with a property that names the case

extension GenerableType {
  func unionSchema(of cases: ConditionalList<EnumCase>) -> [String] {
    schemaGetter(["anyOf: __types"]) {
      "var __types: [any Swiftlet.Generable.Type] = []"
      cases.lines { "__types.append(\(discriminatedName($0, in: cases)).self)" }
    }
  }

  func unionContent(of cases: ConditionalList<EnumCase>) -> [String] {
    contentGetter {
      "switch self {"
      cases.lines { one in
        let variables = one.payload.indices.map { "let payload\($0)" }.joined(separator: ", ")
        "case .\(one.name)\(variables.isEmpty ? "" : "(\(variables))"):"
        "add(\(literal(EnumCase.discriminator)), \(literal(one.key)))"
        one.payload.enumerated().map { "add(\(literal($1.key)), payload\($0))" }
      }
      "}"
    }
  }

  /// The body of the initializer, which is the same for values and their partial type.
  @Lines func unionReadings(of cases: ConditionalList<EnumCase>) -> [String] {
    "let __name = try content.value(Swift.String.self, forProperty: \(literal(EnumCase.discriminator)))"
    "switch __name {"
    cases.lines { one in
      let arguments = one.payload.map { $0.labelling("content.value(forProperty: \(literal($0.key)))") }
      if arguments.isEmpty {
        "case \(literal(one.key)): self = .\(one.name)"
      } else {
        "case \(literal(one.key)): self = try .\(one.name)(\(arguments.joined(separator: ", ")))"
      }
    }
    "default:"
    unexpected("type", "__name")
    "}"
  }

  /// The partial type.
  @Lines func partial(of cases: ConditionalList<EnumCase>, isIndirect: Bool) -> [String] {
    let keywords = "nonisolated \(access)\(isIndirect ? "indirect " : "")enum"
    "\(keywords) PartiallyGenerated: Swiftlet.ConvertibleFromGeneratedContent {"
    cases.lines { one in
      let payload = one.payload.map { $0.labelling("\($0.type.partial(in: name))?") }.joined(separator: ", ")
      "\(one.isIndirect ? "indirect " : "")case \(one.name)\(payload.isEmpty ? "" : "(\(payload))")"
    }
    initializer { unionReadings(of: cases) }
    "}"
  }

  /// A type for each case, which defines the schema of its generated content.
  func discriminatedTypes(of cases: ConditionalList<EnumCase>) -> [[String]] {
    cases.declarations { one in
      "private nonisolated struct \(discriminatedName(one, in: cases)): Swiftlet.Generable {"
      "let generatedContent: Swiftlet.GeneratedContent"
      "init(_ content: Swiftlet.GeneratedContent) {"
      "generatedContent = content"
      "}"
      "static var generationSchema: Swiftlet.GenerationSchema {"
      propertyList(
        [schemaProperty(EnumCase.discriminator, type: "Swift.String", guides: "[.constant(\(literal(one.key)))]")]
          + one.payload.map { schemaProperty($0.key, type: $0.type.naming(name).asValue) })
      "return Swiftlet.GenerationSchema("
      (["type: Self.self"] + explicitNilArgument + ["properties: __properties"]).joined(separator: ",\n")
      ")"
      "}"
      "}"
    }
  }

  /// `Discriminated` and the case's name, capitalised unless that would collide with another case.
  private func discriminatedName(_ one: EnumCase, in cases: ConditionalList<EnumCase>) -> String {
    let name = one.key.capitalizingFirst
    let isShared = cases.all.contains { $0.key != one.key && $0.key.capitalizingFirst == name }
    let full = "Discriminated" + (isShared ? one.key : name)
    return one.name.hasPrefix("`") ? "`\(full)`" : full
  }
}

extension EnumCase.Value {
  /// The text with the value's label, if there is one.
  fileprivate func labelling(_ text: String) -> String { label.map { "\($0): \(text)" } ?? text }
}

extension String {
  fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
