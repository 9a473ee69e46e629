import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@SessionPropertyEntry`: a key for a property of sessions, and accessors that look its value up by it.
struct SessionPropertyEntryMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let entry = SessionPropertyEntry(declaration, attribute: node, surroundings: context.lexicalContext)
    entry.problems.forEach(context.diagnose)
    guard entry.problems.isEmpty else { return [] }
    // The initial value becomes a getter, so that nothing is shared between sessions, whatever its type.
    return [
      """
      nonisolated private struct \(raw: entry.keyName): Swiftlet.SessionPropertyKey {
      @Swiftlet.__SessionPropertyEntryDefaultValue static var defaultValue\(raw: entry.type)\(raw: entry.defaultValue)
      }
      """
    ]
  }

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // What is wrong with the declaration was said when its peers were asked for.
    let entry = SessionPropertyEntry(declaration, attribute: node, surroundings: context.lexicalContext)
    guard entry.problems.isEmpty else { return [] }
    return [
      "get { self[\(raw: entry.keyName).self] }",
      "set { self[\(raw: entry.keyName).self] = newValue }",
    ]
  }
}

/// Implements the macro that the key above uses: a getter in place of an initial value, whose type may be inferred.
struct SessionPropertyEntryDefaultValueMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first
    guard let value = binding?.initializer?.value.trimmed else { return [] }
    return ["get { \(value) }"]
  }
}
