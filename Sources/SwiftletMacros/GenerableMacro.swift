import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@Generable`: the members of a generable struct or enum, and the extension that makes it conform.
///
/// The initializer stands in the extension, so that a struct keeps its memberwise one.
struct GenerableMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let type = GenerableType(declaration, attribute: node, surroundings: context.lexicalContext)
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
    // What is wrong with the type was said when its members were asked for.
    let read = GenerableType(declaration, attribute: node, surroundings: context.lexicalContext)
    guard read.problems.isEmpty else { return [] }
    let lines = read.conformance(of: type.trimmedDescription, isNew: !protocols.isEmpty)
    return [try ExtensionDeclSyntax("\(raw: lines.joined(separator: "\n"))")]
  }
}
