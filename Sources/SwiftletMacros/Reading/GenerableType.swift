import SwiftDiagnostics
import SwiftSyntax

/// The syntactic model of a type with `@Generable`.
struct GenerableType {
  /// The content of a type.
  enum Content {
    case properties(ConditionalList<StoredProperty>)
    case names(ConditionalList<EnumCase>, rawValues: Bool)
    case payloads(ConditionalList<EnumCase>, isIndirect: Bool)
    /// No generable content, with the reason in the type's problems.
    case unusable
  }

  /// The name, including backticks.
  var name = ""
  /// The arguments of the attribute.
  var arguments: GenerableArguments
  /// The access modifier of generated members, followed by a space; or nothing.
  var access = ""
  /// The `@available` attributes that apply to the type.
  var availability: [String] = []
  /// The content of the type.
  var content = Content.unusable
  /// True if the type declares its own `PartiallyGenerated`.
  var declaresPartial = false
  /// True if the source declares that the type is `Identifiable`.
  var isIdentifiable = false
  /// The diagnostics of the type.
  var problems: [Diagnostic] = []

  /// Reads a type.
  ///
  /// - Parameters:
  ///   - declaration: The type's declaration.
  ///   - attribute: The `@Generable` on it.
  ///   - lexicalContext: The enclosing declarations, innermost first.
  init(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    arguments = GenerableArguments(attribute)
    access = declaration.accessOfMembers(in: lexicalContext)
    availability =
      declaration.attributes.availability + lexicalContext.flatMap { $0.attributesOfDeclaration.availability }
    declaresPartial = declaration.memberBlock.members.declareType(named: "PartiallyGenerated")
    if let hidden = declaration.modifiers.hiding(from: lexicalContext) {
      problems.append(.hiddenType(hidden))
    } else if lexicalContext.hideNestedTypes {
      problems.append(.hiddenSurroundings(attribute))
    }
    isIdentifiable = declaration.inheritanceClause?.inheritedTypes.contains { $0.type.isNamed("Identifiable") } ?? false
    if let declaration = declaration.as(StructDeclSyntax.self) {
      name = declaration.name.text
      content = .properties(
        ConditionalList(declaration.memberBlock.members) { StoredProperty.read(from: $0, problems: &problems) })
    } else if let declaration = declaration.as(EnumDeclSyntax.self) {
      name = declaration.name.text
      content = read(declaration)
    } else {
      problems.append(.neitherStructNorEnum(attribute, on: declaration))
    }
  }

  private mutating func read(_ declaration: EnumDeclSyntax) -> Content {
    let cases = ConditionalList(declaration.memberBlock.members) { EnumCase.read(from: $0, problems: &problems) }
    guard !cases.all.isEmpty else {
      problems.append(.noCases(declaration))
      return .unusable
    }
    guard cases.all.contains(where: { !$0.payload.isEmpty }) else {
      let first = declaration.inheritanceClause?.inheritedTypes.first
      return .names(cases, rawValues: first?.type.isNamed("String", module: "Swift") ?? false)
    }
    // Cases in `#if` blocks are left to the compiler, as equal names may be for different platforms.
    var seen: Set<String> = []
    for one in cases.unconditional where !seen.insert(one.key).inserted { problems.append(.repeatedCase(one)) }
    return .payloads(cases, isIndirect: declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) })
  }
}
