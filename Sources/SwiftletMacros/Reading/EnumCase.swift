import SwiftDiagnostics
import SwiftSyntax

/// A case of a generable enum.
struct EnumCase {
  /// An associated value of a case.
  struct Value {
    /// The label in the source, if the value has one.
    var label: String?
    /// The name in generated content.
    var key: String
    /// The type, as declared.
    var type: TypeSyntax
  }

  /// The name in the source, including backticks.
  var name: String
  /// The name in generated content.
  var key: String
  /// The associated values.
  var payload: [Value]
  /// True if the case is declared `indirect`.
  var isIndirect: Bool
  /// The syntax node of the case.
  var node: EnumCaseElementSyntax

  /// Returns the cases of a declaration; none for other declarations.
  static func read(from declaration: DeclSyntax, problems: inout [Diagnostic]) -> [EnumCase] {
    guard let declaration = declaration.as(EnumCaseDeclSyntax.self) else { return [] }
    let isIndirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    return declaration.elements.map { element in
      EnumCase(
        name: element.name.text, key: element.name.textWithoutBackticks,
        payload: payload(element.parameterClause?.parameters ?? [], problems: &problems), isIndirect: isIndirect,
        node: element)
    }
  }

  /// Names values by their labels; those without are `value`, `value1`, `value2` and so on.
  private static func payload(
    _ parameters: EnumCaseParameterListSyntax, problems: inout [Diagnostic]
  ) -> [Value] {
    var unlabelled = 0
    var seen: Set<String> = []
    return parameters.map { parameter in
      let first = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
      let value: Value
      if let name = first ?? parameter.secondName {
        value = Value(label: first?.text, key: name.textWithoutBackticks, type: parameter.type.trimmed)
      } else {
        value = Value(key: unlabelled == 0 ? "value" : "value\(unlabelled)", type: parameter.type.trimmed)
        unlabelled += 1
      }
      if value.key == EnumCase.discriminator {
        problems.append(.reservedLabel(parameter))
      } else if !seen.insert(value.key).inserted {
        problems.append(.repeatedLabel(value.key, parameter))
      }
      if parameter.type.isNeverGenerable { problems.append(.typeNotGenerable(parameter.type)) }
      return value
    }
  }

  /// The property of generated content with the name of the case.
  static let discriminator = "type"
}
