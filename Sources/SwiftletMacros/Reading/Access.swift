import SwiftSyntax

extension DeclGroupSyntax {
  /// The access modifier of members that are as accessible as this type, followed by a space; or nothing.
  func accessOfMembers(in lexicalContext: [Syntax]) -> String {
    let level = modifiers.accessLevel ?? lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
    return ["public", "package"].contains(level) ? level.map { $0 + " " } ?? "" : ""
  }
}

// The conformance is generated at file scope, where private nested types are not visible.

extension DeclModifierListSyntax {
  /// The modifier that hides a nested declaration at file scope, if there is one.
  func hiding(from lexicalContext: some Collection<Syntax>) -> DeclModifierSyntax? {
    lexicalContext.isEmpty ? nil : first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }
}

extension [Syntax] {
  /// True if one of these declarations, innermost first, is hidden at file scope.
  var hideNestedTypes: Bool {
    indices.contains { index in
      self[index].asProtocol((any WithModifiersSyntax).self)?.modifiers.hiding(from: self[(index + 1)...]) != nil
    }
  }
}

extension DeclModifierListSyntax {
  /// The explicit access level; nil for modifiers such as `private(set)`.
  var accessLevel: String? {
    let levels: [TokenKind] = [
      .keyword(.public), .keyword(.package), .keyword(.internal), .keyword(.fileprivate), .keyword(.private),
    ]
    return first { $0.detail == nil && levels.contains($0.name.tokenKind) }?.name.text
  }
}

extension AttributeListSyntax {
  /// The `@available` attributes, as source.
  var availability: [String] {
    compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.attributeName.trimmedDescription == "available" }
      .map(\.trimmedDescription)
  }
}

extension Syntax {
  /// The attributes of the declaration.
  var attributesOfDeclaration: AttributeListSyntax {
    asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }
}

extension MemberBlockItemListSyntax {
  /// Returns whether one of the members, including `#if` blocks, is a type of this name.
  func declareType(named name: String) -> Bool {
    contains { member in
      if let block = member.decl.as(IfConfigDeclSyntax.self) {
        return block.clauses.contains {
          $0.elements?.as(MemberBlockItemListSyntax.self)?.declareType(named: name) ?? false
        }
      }
      if let alias = member.decl.as(TypeAliasDeclSyntax.self) { return alias.name.textWithoutBackticks == name }
      guard member.decl.isProtocol((any DeclGroupSyntax).self) else { return false }
      return member.decl.asProtocol((any NamedDeclSyntax).self)?.name.textWithoutBackticks == name
    }
  }
}
