import SwiftSyntax

extension DeclGroupSyntax {
  /// The modifier, followed by a space, with which members are as accessible as this type; or nothing.
  func accessOfMembers(in surroundings: [Syntax]) -> String {
    let level = modifiers.accessLevel ?? surroundings.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
    return ["public", "package"].contains(level) ? level.map { $0 + " " } ?? "" : ""
  }
}

// A conformance is written at the top of the file, from where what is private to a type cannot be seen.

extension DeclModifierListSyntax {
  /// The modifier that hides a declaration within these surroundings from the top of its file, if one does.
  func hiding(from surroundings: some Collection<Syntax>) -> DeclModifierSyntax? {
    surroundings.isEmpty ? nil : first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }
}

extension [Syntax] {
  /// Whether one of these, which are nested from the inside out, is hidden from the top of its file.
  var hideNestedTypes: Bool {
    indices.contains { index in
      self[index].asProtocol((any WithModifiersSyntax).self)?.modifiers.hiding(from: self[(index + 1)...]) != nil
    }
  }
}

extension DeclModifierListSyntax {
  /// The access level that is written; of `private(set)` and the like that is none.
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
  /// The attributes of the declaration that this is.
  var attributesOfDeclaration: AttributeListSyntax {
    asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  }
}

extension MemberBlockItemListSyntax {
  /// Whether one of the members, `#if` blocks included, is a type of this name.
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
