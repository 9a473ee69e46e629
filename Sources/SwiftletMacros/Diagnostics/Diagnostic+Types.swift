import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// MARK: - Errors in generable types

extension Diagnostic {
  static func neitherStructNorEnum(_ attribute: AttributeSyntax, on declaration: some DeclGroupSyntax) -> Diagnostic {
    let message = MacroError("neitherStructNorEnum", "'@Generable' can only be used on structs and enums.")
    let keyword = declaration.introducer
    guard [.keyword(.class), .keyword(.actor)].contains(keyword.tokenKind) else {
      return Diagnostic(node: attribute, message: message)
    }
    let new = keyword.with(\.tokenKind, .keyword(.struct))
    return Diagnostic(
      node: attribute, message: message,
      fixIt: .replace("makeStruct", "change '\(keyword.text)' to 'struct'", keyword, by: new))
  }

  static func hiddenType(_ modifier: DeclModifierSyntax) -> Diagnostic {
    let name = modifier.name.with(\.tokenKind, .keyword(.fileprivate))
    return Diagnostic(
      node: modifier,
      message: MacroError(
        "hiddenType", "'@Generable' cannot extend a nested type that is private; make it fileprivate"),
      fixIt: .replace("makeFilePrivate", "change 'private' to 'fileprivate'", modifier, by: modifier.with(\.name, name))
    )
  }

  static func hiddenSurroundings(_ attribute: AttributeSyntax) -> Diagnostic {
    Diagnostic(
      node: attribute,
      message: MacroError(
        "hiddenSurroundings",
        "'@Generable' cannot extend a type nested in one that is private to another; make that one fileprivate"))
  }

  static func noCases(_ declaration: EnumDeclSyntax) -> Diagnostic {
    Diagnostic(
      node: declaration.name,
      message: MacroError(
        "noCases", "'@Generable' needs an enum with at least one case; \(declaration.name.text) has none"))
  }

  static func repeatedCase(_ one: EnumCase) -> Diagnostic {
    Diagnostic(
      node: one.node.name,
      message: MacroError(
        "repeatedCase", "generated content identifies cases by name, and there is another '\(one.key)'"))
  }

  static func reservedLabel(_ parameter: EnumCaseParameterSyntax) -> Diagnostic {
    Diagnostic(
      node: parameter.firstName.map(Syntax.init) ?? Syntax(parameter),
      message: MacroError("reservedLabel", "generated content names the case as 'type'; give this value another label"))
  }

  static func repeatedLabel(_ key: String, _ parameter: EnumCaseParameterSyntax) -> Diagnostic {
    Diagnostic(
      node: parameter,
      message: MacroError(
        "repeatedLabel", "generated content has two values called '\(key)' for this case; label them differently"))
  }
}
