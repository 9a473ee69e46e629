import SwiftDiagnostics
import SwiftSyntax

/// A property of sessions that `@SessionPropertyEntry` is attached to, as its source describes it.
struct SessionPropertyEntry {
  /// The name of the type of its key.
  var keyName = ""
  /// The type annotation, or nothing.
  var type = ""
  /// The initial value behind its equals sign.
  var defaultValue = ""
  /// What is wrong with the declaration, for its author.
  var problems: [Diagnostic] = []

  init(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, surroundings: [Syntax]) {
    let place = surroundings.first?.as(ExtensionDeclSyntax.self)?.extendedType
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, variable.isMemberOfEachInstance, binding.accessorBlock == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      place?.isNamed("SessionPropertyValues") ?? false
    else {
      problems.append(.entryOutsideOfValues(attribute))
      return
    }
    keyName = "__Key_" + name.textWithoutBackticks
    type = binding.typeAnnotation.map { ": \($0.type.trimmed)" } ?? ""
    if variable.bindingSpecifier.tokenKind == .keyword(.let) { problems.append(.constantEntry(variable)) }
    if let value = binding.initializer {
      defaultValue = " = \(value.value.trimmed)"
    } else if binding.typeAnnotation?.type.wrapped != nil {
      defaultValue = " = nil"
    } else {
      problems.append(.entryWithoutValue(binding))
    }
  }
}
