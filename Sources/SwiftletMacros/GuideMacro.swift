import SwiftSyntax
import SwiftSyntaxMacros

/// Implements `@Guide`, a mark that `@Generable` reads: it expands to nothing.
///
/// A struct need not be `@Generable` for it: a conformance may be written by hand, or be an expansion pasted in.
struct GuideMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isMember = context.lexicalContext.first?.is(StructDeclSyntax.self) ?? false
    let isStored = declaration.as(VariableDeclSyntax.self)?.isStoredInEachInstance ?? false
    if !isMember || !isStored { context.diagnose(.guideWithoutProperty(node, of: Syntax(declaration))) }
    return []
  }
}
