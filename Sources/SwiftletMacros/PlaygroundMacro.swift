import SwiftSyntax
import SwiftSyntaxMacros

/// The implementation of `#Playground`, which expands to nothing: only editors run playgrounds.
///
/// The compiler has checked the types of its body before.
struct PlaygroundMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
