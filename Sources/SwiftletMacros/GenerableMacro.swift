import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@Generable`: the members of a generable struct or enum, and its conformance extension.
///
/// The initializer is in the extension, so that a struct keeps its memberwise initializer.
struct GenerableMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let type = GenerableType(declaration, attribute: node, lexicalContext: context.lexicalContext)
    type.problems.forEach(context.diagnose)
    return type.problems.isEmpty ? type.members : []
  }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The problems of the type were diagnosed in the expansion of its members.
    let read = GenerableType(declaration, attribute: node, lexicalContext: context.lexicalContext)
    guard read.problems.isEmpty else { return [] }
    let lines = read.conformance(of: type.trimmedDescription, isNew: !protocols.isEmpty)
    return [try ExtensionDeclSyntax("\(raw: lines.joined(separator: "\n"))")]
  }
}
