import SwiftDiagnostics
import SwiftSyntax

/// The combined `@Guide` attributes of a property.
struct PropertyGuides {
  /// The descriptions, as expressions.
  private(set) var descriptions: [ExprSyntax] = []
  /// The guides and regular expressions.
  private(set) var constraints: [ExprSyntax] = []

  init(_ attributes: AttributeListSyntax, problems: inout [Diagnostic]) {
    for entry in attributes {
      if let attribute = entry.as(AttributeSyntax.self) {
        if attribute.attributeName.isNamed("Guide") { add(attribute) }
      } else if let guide = entry.as(IfConfigDeclSyntax.self)?.firstGuide {
        problems.append(.conditionalGuide(guide))
      }
    }
  }

  private mutating func add(_ guide: AttributeSyntax) {
    guard case .argumentList(let arguments) = guide.arguments else { return }
    for argument in arguments {
      if argument.label?.text == "description" {
        if !argument.expression.is(NilLiteralExprSyntax.self) { descriptions.append(argument.expression.trimmed) }
      } else {
        constraints.append(argument.expression.trimmed)
      }
    }
  }

  /// The argument for all descriptions, if there is one.
  var description: String? {
    switch descriptions.count {
    case 0: return nil
    case 1: return descriptions[0].description
    default:
      let texts = descriptions.map { "\($0) as Swift.String?" }.joined(separator: ", ")
      return "[\(texts)].compactMap { $0 }.joined(separator: \"\\n\")"
    }
  }

  /// The argument for all guides, if there is one.
  ///
  /// A single regular expression is passed unchanged; among other guides it is wrapped in one.
  var guides: String? {
    guard !constraints.isEmpty else { return nil }
    let isAlone = constraints.count == 1
    let texts = constraints.map { isAlone || !$0.isRegex ? $0.description : ".pattern(\($0))" }
    return "[\(texts.joined(separator: ", "))]"
  }
}

extension IfConfigDeclSyntax {
  /// The first `@Guide` among the attributes of this block.
  fileprivate var firstGuide: AttributeSyntax? {
    for clause in clauses {
      guard case .attributes(let attributes) = clause.elements else { continue }
      for entry in attributes {
        if let attribute = entry.as(AttributeSyntax.self), attribute.attributeName.isNamed("Guide") { return attribute }
        if let guide = entry.as(IfConfigDeclSyntax.self)?.firstGuide { return guide }
      }
    }
    return nil
  }
}

extension ExprSyntax {
  /// True if the expression is syntactically a regular expression: a literal, or a call of `Regex`.
  fileprivate var isRegex: Bool {
    if self.is(RegexLiteralExprSyntax.self) { return true }
    guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
    let base = callee.as(GenericSpecializationExprSyntax.self)?.expression ?? callee
    return ["Regex", "Swift.Regex", "_StringProcessing.Regex"].contains(base.trimmedDescription)
  }
}
