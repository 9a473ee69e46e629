import SwiftDiagnostics
import SwiftSyntax

/// The syntactic model of a session property with `@SessionPropertyEntry`.
struct SessionPropertyEntry {
  /// The name of its key type.
  var keyName = ""
  /// The type annotation, or nothing.
  var type = ""
  /// The initializer clause, including the equals sign.
  var defaultValue = ""
  /// The diagnostics of the declaration.
  var problems: [Diagnostic] = []

  init(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, lexicalContext: [Syntax]) {
    let extendedType = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, variable.isMemberOfEachInstance, binding.accessorBlock == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      extendedType?.isNamed("SessionPropertyValues") ?? false
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
