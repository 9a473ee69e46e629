import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// MARK: - Errors in properties

extension Diagnostic {
  static func typeMissing(_ binding: PatternBindingSyntax) -> Diagnostic {
    let type = binding.initializer?.value.evidentType
    var annotated = binding
    annotated.pattern.trailingTrivia = []
    annotated.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space), type: type ?? "<#type#>",
      trailingTrivia: binding.initializer == nil ? [] : .space)
    return Diagnostic(
      node: binding.pattern,
      message: MacroError("typeMissing", "'@Generable' reads the source only: the property needs a type annotation"),
      fixIt: .replace("addType", "add the type\(type.map { " '\($0)'" } ?? "")", binding, by: annotated))
  }

  static func patternWithSeveralNames(_ pattern: PatternSyntax) -> Diagnostic {
    Diagnostic(
      node: pattern,
      message: MacroError("patternWithSeveralNames", "'@Generable' needs each property declared with a single name"))
  }

  static func typeNotGenerable(_ type: TypeSyntax) -> Diagnostic {
    Diagnostic(
      node: type,
      message: MacroError("typeNotGenerable", "values of type '\(type.trimmedDescription)' cannot be generated"))
  }

  static func guideWithoutProperty(_ attribute: AttributeSyntax, of declaration: Syntax) -> Diagnostic {
    Diagnostic(
      node: attribute,
      message: MacroError("guideWithoutProperty", "'@Guide' can only be used with a stored property."),
      fixIts: FixIt.remove(attribute, of: declaration).map { [$0] } ?? [])
  }

  static func guideOfConstant(_ attribute: AttributeSyntax, of declaration: Syntax) -> Diagnostic {
    Diagnostic(
      node: attribute,
      message: MacroError(
        "guideOfConstant", "a constant with an initial value is not generated, so that '@Guide' has no effect",
        severity: .warning),
      fixIts: FixIt.remove(attribute, of: declaration).map { [$0] } ?? [])
  }

  static func conditionalGuide(_ attribute: AttributeSyntax) -> Diagnostic {
    Diagnostic(
      node: attribute,
      message: MacroError("conditionalGuide", "'#if' around '@Guide' has to include the whole property"))
  }
}

// MARK: - Errors in session properties

extension Diagnostic {
  static func entryOutsideOfValues(_ attribute: AttributeSyntax) -> Diagnostic {
    Diagnostic(
      node: attribute,
      message: MacroError(
        "entryOutsideOfValues",
        "'@SessionPropertyEntry' can only be used on a single stored property in an extension of "
          + "'SessionPropertyValues'"
      ))
  }

  static func constantEntry(_ variable: VariableDeclSyntax) -> Diagnostic {
    let keyword = variable.bindingSpecifier
    return Diagnostic(
      node: keyword, message: MacroError("constantEntry", "a property of sessions has to be a 'var'"),
      fixIt: .replace("makeVariable", "change 'let' to 'var'", keyword, by: keyword.with(\.tokenKind, .keyword(.var))))
  }

  static func entryWithoutValue(_ binding: PatternBindingSyntax) -> Diagnostic {
    let value = InitializerClauseSyntax(
      leadingTrivia: .space, equal: .equalToken(trailingTrivia: .space), value: "<#value#>" as ExprSyntax)
    return Diagnostic(
      node: binding.pattern,
      message: MacroError("entryWithoutValue", "a property of sessions needs a default value"),
      fixIt: .replace("addValue", "add a default value", binding, by: binding.trimmed.with(\.initializer, value)))
  }
}
