import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `@Guide`, a marker for `@Generable` that expands to nothing.
///
/// The struct need not be `@Generable`, as the conformance may be written by hand.
struct GuideMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isMember = context.lexicalContext.first?.is(StructDeclSyntax.self) ?? false
    let variable = declaration.as(VariableDeclSyntax.self)
    if !isMember || !(variable?.isStoredInEachInstance ?? false) {
      context.diagnose(.guideWithoutProperty(node, of: Syntax(declaration)))
    } else if variable?.isConstantWithValue ?? false {
      context.diagnose(.guideOfConstant(node, of: Syntax(declaration)))
    }
    return []
  }
}
