import Testing

struct SessionPropertyTests {
  @Test func expandsToAKeyAndAccessors() {
    let expansion = Expansion(of: "extension SessionPropertyValues { @SessionPropertyEntry var mode: Mode = .idle }")
    #expect(expansion.errors == [])
    #expect(expansion.source.contains("get {\n    self[__Key_mode.self]"))
    #expect(expansion.source.contains("set {\n    self[__Key_mode.self] = newValue"))
    #expect(expansion.source.contains("nonisolated private struct __Key_mode: Swiftlet.SessionPropertyKey"))
    #expect(expansion.source.contains("static var defaultValue: Mode = .idle"))
  }

  @Test(arguments: [
    ("var count = 7", "defaultValue = 7"), ("var name: String?", "defaultValue: String? = nil"),
    ("var name: Optional<String>", "defaultValue: Optional<String> = nil"),
  ])
  func infersWhatIsNotWritten(property: String, key: String) {
    let expansion = Expansion(of: "extension SessionPropertyValues { @SessionPropertyEntry \(property) }")
    #expect(expansion.errors == [])
    #expect(expansion.source.contains(key))
  }

  @Test func theDefaultIsAGetter() {
    let expansion = Expansion(of: "struct K { @__SessionPropertyEntryDefaultValue static var defaultValue = [1] }")
    #expect(expansion.source.contains("get {\n    [1]"))
  }

  @Test(arguments: [
    ("var a: Int", "a property of sessions needs a default value", "var a: Int = <#value#>"),
    ("let a: Int = 1", "a property of sessions has to be a 'var'", "var a: Int = 1"),
  ])
  func tellsWhatIsWrongWithAProperty(property: String, message: String, fixed: String) {
    let expansion = Expansion(of: "extension SessionPropertyValues { @SessionPropertyEntry \(property) }")
    #expect(expansion.errors.map(\.message) == [message])
    #expect(expansion.errors.first?.fixed.first?.contains(fixed) ?? false)
  }

  @Test(arguments: [
    "struct S { @SessionPropertyEntry var a = 1 }",
    "extension Other { @SessionPropertyEntry var a = 1 }",
    "extension SessionPropertyValues { @SessionPropertyEntry static var a = 1 }",
    "extension SessionPropertyValues { @SessionPropertyEntry var a: Int { 1 } }",
    "extension SessionPropertyValues { @SessionPropertyEntry func a() {} }",
  ])
  func belongsToTheValuesOfASession(_ source: String) {
    #expect(
      Expansion(of: source).errors.map(\.message) == [
        "'@SessionPropertyEntry' can only be used on a single stored property in an extension of "
          + "'SessionPropertyValues'"
      ])
  }
}
