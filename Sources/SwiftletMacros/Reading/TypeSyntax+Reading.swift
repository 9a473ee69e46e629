import SwiftSyntax

extension TypeSyntaxProtocol {
  /// True if it is spelled `name`, optionally qualified by the name of its module.
  func isNamed(_ name: String, module: String? = nil) -> Bool {
    if let identifier = self.as(IdentifierTypeSyntax.self) {
      return identifier.genericArgumentClause == nil && identifier.name.text == name
    }
    guard let member = self.as(MemberTypeSyntax.self), member.genericArgumentClause == nil, member.name.text == name
    else { return false }
    let modules = module.map { [$0] } ?? ["Swiftlet", "FoundationModels", "Swift"]
    return modules.contains(member.baseType.trimmedDescription)
  }

  /// The `T` of `T?`, `T!` and `Optional<T>`; nil for other types.
  var wrapped: TypeSyntax? {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.trimmed }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType.trimmed }
    let clause: GenericArgumentClauseSyntax?
    if let type = self.as(IdentifierTypeSyntax.self), type.name.text == "Optional" {
      clause = type.genericArgumentClause
    } else if let type = self.as(MemberTypeSyntax.self), type.name.text == "Optional",
      type.baseType.trimmedDescription == "Swift"
    {
      clause = type.genericArgumentClause
    } else {
      clause = nil
    }
    guard case .type(let argument) = clause?.arguments.first?.argument else { return nil }
    return argument.trimmed
  }

  /// True if it is `GenerationID`, optional or not.
  var isGenerationID: Bool { isNamed("GenerationID") || wrapped?.isNamed("GenerationID") ?? false }

  /// True if it is a type of the standard library with hashable values that identify, optional or not.
  var isHashableScalar: Bool {
    let type = wrapped ?? TypeSyntax(self)
    return ["String", "Int"].contains { type.isNamed($0, module: "Swift") }
  }

  /// True if the type can never be generable, as it cannot conform to a protocol.
  ///
  /// Other types are left to the compiler: even a dictionary may conform.
  var isNeverGenerable: Bool {
    if let tuple = self.as(TupleTypeSyntax.self) {
      return tuple.elements.count != 1 || tuple.elements.contains { $0.type.isNeverGenerable }
    }
    if let wrapped { return wrapped.wrapped != nil || wrapped.isNeverGenerable }
    if let array = self.as(ArrayTypeSyntax.self) {
      return array.element.isNeverGenerable || array.element.wrapped != nil
    }
    return self.is(FunctionTypeSyntax.self) || self.is(MetatypeTypeSyntax.self) || self.is(CompositionTypeSyntax.self)
      || self.is(SomeOrAnyTypeSyntax.self) || isNamed("Any") || isNamed("AnyObject")
  }
}

extension TokenSyntax {
  /// The name without escaping backticks.
  var textWithoutBackticks: String { text.withoutBackticks }
}

extension String {
  /// The name without escaping backticks.
  var withoutBackticks: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
