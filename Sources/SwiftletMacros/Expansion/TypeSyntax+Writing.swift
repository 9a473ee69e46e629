import SwiftSyntax

extension TypeSyntax {
  /// The type for use in an expression: `T!` becomes `T?`.
  var asValue: String {
    self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ? "\(wrapped ?? self)?" : description
  }

  /// The partial type of this type, or of the wrapped type of an optional.
  ///
  /// - Parameter name: The replacement of `Self`, which would be another type inside the partial type.
  /// - Returns: The source of the type.
  func partial(in name: String) -> String {
    "\((wrapped ?? self).naming(name)).PartiallyGenerated"
  }

  /// The type with `Self` replaced.
  func naming(_ name: String) -> TypeSyntax {
    SelfReplacement(name: name).rewrite(self).as(TypeSyntax.self) ?? self
  }
}

/// A rewriter that replaces `Self` by the name of a type.
private final class SelfReplacement: SyntaxRewriter {
  let name: String

  init(name: String) {
    self.name = name
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    return TypeSyntax(node.with(\.name, .identifier(name)))
  }
}
