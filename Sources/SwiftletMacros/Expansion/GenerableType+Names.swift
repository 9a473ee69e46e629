import SwiftSyntax

// MARK: - Enums without payloads: strings

extension GenerableType {
  func schema(of cases: ConditionalList<EnumCase>, rawValues: Bool) -> [String] {
    schemaGetter(["anyOf: __names"]) {
      "var __names: [Swift.String] = []"
      cases.lines { "__names.append(\(rawValues ? "Self.\($0.name).rawValue" : literal($0.key)))" }
    }
  }

  @Lines func generatedContent(of cases: ConditionalList<EnumCase>, rawValues: Bool) -> [String] {
    "nonisolated \(access)var generatedContent: Swiftlet.GeneratedContent {"
    if rawValues {
      "return Swiftlet.GeneratedContent(kind: .string(self.rawValue))"
    } else {
      "switch self {"
      cases.lines { "case .\($0.name): return Swiftlet.GeneratedContent(kind: .string(\(literal($0.key))))" }
      "}"
    }
    "}"
  }

  /// The body of the initializer.
  @Lines func readings(of cases: ConditionalList<EnumCase>, rawValues: Bool) -> [String] {
    "let __name = try content.value(Swift.String.self)"
    if rawValues {
      "guard let value = Self(rawValue: __name) else {"
      unexpected("value", "__name")
      "}"
      "self = value"
    } else {
      "switch __name {"
      cases.lines { "case \(literal($0.key)): self = .\($0.name)" }
      "default:"
      unexpected("value", "__name")
      "}"
    }
  }

  /// The statement that throws for an unknown case name.
  @Lines func unexpected(_ what: String, _ variable: String) -> [String] {
    "throw Swiftlet.GeneratedContent.ParsingError("
    "rawContent: content.jsonString,"
    #"debugDescription: "Unexpected \#(what) \"\(\#(variable))\" for \#(name.withoutBackticks)""#
    ")"
  }
}
