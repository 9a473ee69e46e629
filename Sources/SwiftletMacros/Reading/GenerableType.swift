import SwiftDiagnostics
import SwiftSyntax

/// A type that `@Generable` is attached to, as its source describes it.
struct GenerableType {
  /// What a type is made of.
  enum Content {
    case properties(ConditionalList<StoredProperty>)
    case names(ConditionalList<EnumCase>, rawValues: Bool)
    case payloads(ConditionalList<EnumCase>, isIndirect: Bool)
    /// Nothing that could be generated; the type's problems tell why.
    case unusable
  }

  /// The name, with backticks where the source has them.
  var name = ""
  /// The arguments of the attribute.
  var arguments: GenerableArguments
  /// The modifier that generated members need, followed by a space; or nothing.
  var access = ""
  /// The `@available` attributes that hold for the type.
  var availability: [String] = []
  /// What the type is made of.
  var content = Content.unusable
  /// Whether the type has a `PartiallyGenerated` of its own.
  var declaresPartial = false
  /// Whether the source says that the type is `Identifiable`.
  var isIdentifiable = false
  /// What is wrong with the type, for its author.
  var problems: [Diagnostic] = []

  /// Reads a type.
  ///
  /// - Parameters:
  ///   - declaration: The type's declaration.
  ///   - attribute: The `@Generable` on it.
  ///   - surroundings: What the declaration is nested in, from the inside out.
  init(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, surroundings: [Syntax]) {
    arguments = GenerableArguments(attribute)
    access = declaration.accessOfMembers(in: surroundings)
    availability =
      declaration.attributes.availability + surroundings.flatMap { $0.attributesOfDeclaration.availability }
    declaresPartial = declaration.memberBlock.members.declareType(named: "PartiallyGenerated")
    if let hidden = declaration.modifiers.hiding(from: surroundings) {
      problems.append(.hiddenType(hidden))
    } else if surroundings.hideNestedTypes {
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
    // Those in `#if` blocks are left to the compiler, as two of one name may be meant for different platforms.
    var seen: Set<String> = []
    for one in cases.unconditional where !seen.insert(one.key).inserted { problems.append(.repeatedCase(one)) }
    return .payloads(cases, isIndirect: declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) })
  }
}
