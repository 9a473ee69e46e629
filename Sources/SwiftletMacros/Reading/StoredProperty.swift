import SwiftDiagnostics
import SwiftSyntax

/// A stored property of a generable struct.
struct StoredProperty {
  /// The name in the source, including backticks.
  var name: String
  /// The name in generated content.
  var key: String
  /// The type, as declared.
  var type: TypeSyntax
  /// The `@Guide` attributes.
  var guides: PropertyGuides
  /// The explicit access level, if it is below `public`.
  var narrowerAccess: String?

  /// Returns the generated properties of a declaration; none for other declarations.
  ///
  /// A constant with a value is not generated, since an initializer cannot set it.
  static func read(from declaration: DeclSyntax, problems: inout [Diagnostic]) -> [StoredProperty] {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isMemberOfEachInstance else { return [] }
    let guides = PropertyGuides(variable.attributes, problems: &problems)
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    let bindings = Array(variable.bindings)
    return bindings.indices.compactMap { index in
      let binding = bindings[index]
      guard binding.isStored, !isConstant || binding.initializer == nil else { return nil }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        problems.append(.patternWithSeveralNames(binding.pattern))
        return nil
      }
      guard let type = bindings[index...].sharedType else {
        problems.append(.typeMissing(binding))
        return nil
      }
      if type.isNeverGenerable { problems.append(.typeNotGenerable(type)) }
      return StoredProperty(
        name: pattern.identifier.text, key: pattern.identifier.textWithoutBackticks, type: type.trimmed, guides: guides,
        narrowerAccess: variable.modifiers.accessLevel.flatMap { $0 == "public" ? nil : $0 })
    }
  }
}

extension VariableDeclSyntax {
  /// True if it declares instance properties that are not lazy.
  var isMemberOfEachInstance: Bool {
    !modifiers.contains { [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind) }
  }

  /// True if it declares constants all of which have a value.
  var isConstantWithValue: Bool {
    bindingSpecifier.tokenKind == .keyword(.let) && bindings.allSatisfy { $0.initializer != nil }
  }

  /// True if it declares at least one stored instance property.
  var isStoredInEachInstance: Bool { isMemberOfEachInstance && bindings.contains(where: \.isStored) }
}

extension PatternBindingSyntax {
  /// True if it is stored: without accessors, or with observers only.
  var isStored: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
  }
}

extension ArraySlice<PatternBindingSyntax> {
  /// The type of the first binding, which in `a, b: Int` follows a later one.
  fileprivate var sharedType: TypeSyntax? {
    for binding in self {
      if let type = binding.typeAnnotation?.type { return type }
      if binding.initializer != nil { return nil }
    }
    return nil
  }
}
