import SwiftSyntax
import SwiftSyntaxBuilder

extension ExprSyntax {
  /// The type that the compiler would infer, if it is obvious from the expression; for fix-its.
  var evidentType: TypeSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: "Int"
    case .floatLiteralExpr: "Double"
    case .booleanLiteralExpr: "Bool"
    case .stringLiteralExpr: "String"
    case .prefixOperatorExpr(let negation):
      negation.operator.text == "-" ? negation.expression.evidentType : nil
    case .arrayExpr(let array): array.evidentType
    case .functionCallExpr(let call): call.calledExpression.namedType
    default: nil
    }
  }

  /// The type of an initializer call, by the convention that type names are capitalised.
  private var namedType: TypeSyntax? {
    if let array = self.as(ArrayExprSyntax.self), array.elements.count == 1 {
      return array.elements.first?.expression.namedType.map { "[\($0)]" }
    }
    let name = trimmedDescription
    let last = name.split(separator: ".").last ?? ""
    guard last.first?.isUppercase ?? false, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
    else { return nil }
    return "\(raw: name)"
  }
}

extension ArrayExprSyntax {
  /// The array type, if all elements have the same obvious type.
  fileprivate var evidentType: TypeSyntax? {
    guard let first = elements.first?.expression.evidentType,
      elements.allSatisfy({ $0.expression.evidentType?.description == first.description })
    else { return nil }
    return "[\(first)]"
  }
}
