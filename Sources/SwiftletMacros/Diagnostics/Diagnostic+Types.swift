import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// MARK: - What can be wrong with a generable type

extension Diagnostic {
  static func neitherStructNorEnum(_ attribute: AttributeSyntax, on declaration: some DeclGroupSyntax) -> Diagnostic {
    let complaint = Complaint("neitherStructNorEnum", "'@Generable' can only be used on structs and enums.")
    let keyword = declaration.introducer
    guard [.keyword(.class), .keyword(.actor)].contains(keyword.tokenKind) else {
      return Diagnostic(node: attribute, message: complaint)
    }
    let new = keyword.with(\.tokenKind, .keyword(.struct))
    return Diagnostic(
      node: attribute, message: complaint,
      fixIt: .replace("makeStruct", "change '\(keyword.text)' to 'struct'", keyword, by: new))
  }

  static func hiddenType(_ modifier: DeclModifierSyntax) -> Diagnostic {
    let name = modifier.name.with(\.tokenKind, .keyword(.fileprivate))
    return Diagnostic(
      node: modifier,
      message: Complaint("hiddenType", "'@Generable' cannot extend a nested type that is private; make it fileprivate"),
      fixIt: .replace("makeFilePrivate", "change 'private' to 'fileprivate'", modifier, by: modifier.with(\.name, name))
    )
  }

  static func hiddenSurroundings(_ attribute: AttributeSyntax) -> Diagnostic {
    Diagnostic(
      node: attribute,
      message: Complaint(
        "hiddenSurroundings",
        "'@Generable' cannot extend a type nested in one that is private to another; make that one fileprivate"))
  }

  static func noCases(_ declaration: EnumDeclSyntax) -> Diagnostic {
    Diagnostic(
      node: declaration.name,
      message: Complaint(
        "noCases", "'@Generable' needs an enum with at least one case; \(declaration.name.text) has none"))
  }

  static func repeatedCase(_ one: EnumCase) -> Diagnostic {
    Diagnostic(
      node: one.node.name,
      message: Complaint(
        "repeatedCase", "generated content tells cases apart by name, and there is another '\(one.key)'"))
  }

  static func reservedLabel(_ parameter: EnumCaseParameterSyntax) -> Diagnostic {
    Diagnostic(
      node: parameter.firstName.map(Syntax.init) ?? Syntax(parameter),
      message: Complaint("reservedLabel", "generated content names the case as 'type'; give this value another label"))
  }

  static func repeatedLabel(_ key: String, _ parameter: EnumCaseParameterSyntax) -> Diagnostic {
    Diagnostic(
      node: parameter,
      message: Complaint(
        "repeatedLabel", "generated content has two values called '\(key)' for this case; label them apart"))
  }
}
