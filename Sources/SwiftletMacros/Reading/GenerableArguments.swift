import SwiftSyntax

/// The arguments of `@Generable`, as source of expressions.
struct GenerableArguments {
  /// The custom name of the schema.
  var name: String?
  /// The description of the type for the model.
  var description: String?
  /// True if properties that are nil are written as null.
  var explicitNil: String?

  init(_ attribute: AttributeSyntax) {
    guard case .argumentList(let arguments) = attribute.arguments else { return }
    for argument in arguments {
      let text = argument.expression.trimmedDescription
      switch argument.label?.text {
      case "name": name = text
      case "description": description = text
      case "representNilExplicitlyInGeneratedContent": explicitNil = text
      default: break  // The compiler has checked the labels.
      }
    }
  }
}
