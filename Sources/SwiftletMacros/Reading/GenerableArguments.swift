import SwiftSyntax

/// The arguments of `@Generable`, as expressions to be copied.
struct GenerableArguments {
  /// The name that the schema is to have in place of the type's.
  var name: String?
  /// What the type is, for the model.
  var description: String?
  /// Whether properties that are nil are written as null.
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
