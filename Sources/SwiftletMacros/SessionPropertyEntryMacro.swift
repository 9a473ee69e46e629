import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@SessionPropertyEntry`: a key for a session property, and accessors that use it.
struct SessionPropertyEntryMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let entry = SessionPropertyEntry(declaration, attribute: node, lexicalContext: context.lexicalContext)
    entry.problems.forEach(context.diagnose)
    guard entry.problems.isEmpty else { return [] }
    // The initial value becomes a getter, so that sessions do not share it, whatever its type.
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
    // The problems of the declaration were diagnosed in the expansion of its peers.
    let entry = SessionPropertyEntry(declaration, attribute: node, lexicalContext: context.lexicalContext)
    guard entry.problems.isEmpty else { return [] }
    return [
      "get { self[\(raw: entry.keyName).self] }",
      "set { self[\(raw: entry.keyName).self] = newValue }",
    ]
  }
}

/// The macro that the generated key uses: a getter that replaces an initial value, whose type may be inferred.
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
