import SwiftDiagnostics
import SwiftSyntax

/// A stored property of a generable struct.
struct StoredProperty {
  /// The name as the source spells it, with backticks where it has them.
  var name: String
  /// The name as generated content spells it.
  var key: String
  /// The type, as declared.
  var type: TypeSyntax
  /// What the `@Guide` attributes say.
  var guides: PropertyGuides
  /// The access level the source gives it, where it gives one below `public`.
  var narrowerAccess: String?

  /// Reads the stored properties that a declaration introduces: none, if it is about something else.
  static func read(from declaration: DeclSyntax, problems: inout [Diagnostic]) -> [StoredProperty] {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isMemberOfEachInstance else { return [] }
    let guides = PropertyGuides(variable.attributes, problems: &problems)
    let bindings = Array(variable.bindings)
    return bindings.indices.compactMap { index in
      let binding = bindings[index]
      guard binding.isStored else { return nil }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        problems.append(.patternWithSeveralNames(binding.pattern))
        return nil
      }
      guard let type = bindings[index...].sharedType else {
        problems.append(.typeMissing(binding))
        return nil
      }
      if type.isNeverGenerable { problems.append(.typeNotGenerable(type)) }
      if variable.bindingSpecifier.tokenKind == .keyword(.let), let value = binding.initializer {
        problems.append(.constantWithValue(binding, value, in: variable))
      }
      return StoredProperty(
        name: pattern.identifier.text, key: pattern.identifier.textWithoutBackticks, type: type.trimmed, guides: guides,
        narrowerAccess: variable.modifiers.accessLevel.flatMap { $0 == "public" ? nil : $0 })
    }
  }
}

extension VariableDeclSyntax {
  /// Whether it declares properties of instances, and not ones that are made when first used.
  var isMemberOfEachInstance: Bool {
    !modifiers.contains { [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind) }
  }

  /// Whether it declares at least one stored property of instances.
  var isStoredInEachInstance: Bool { isMemberOfEachInstance && bindings.contains(where: \.isStored) }
}

extension PatternBindingSyntax {
  /// Whether there is storage behind it: no accessors, or observers only.
  var isStored: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
  }
}

extension ArraySlice<PatternBindingSyntax> {
  /// The type of the first of them, which in `a, b: Int` is written behind a later one.
  fileprivate var sharedType: TypeSyntax? {
    for binding in self {
      if let type = binding.typeAnnotation?.type { return type }
      if binding.initializer != nil { return nil }
    }
    return nil
  }
}
