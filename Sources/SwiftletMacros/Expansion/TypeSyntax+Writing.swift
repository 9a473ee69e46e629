import SwiftSyntax

extension TypeSyntax {
  /// The type as an expression may name it: `T!` is written `T?`.
  var asValue: String {
    self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ? "\(wrapped ?? self)?" : description
  }

  /// The type of snapshots of values of this type; of an optional one, that of what it wraps.
  ///
  /// - Parameter name: What `Self` stands for, which in the type of snapshots would be another type.
  /// - Returns: The source of the type.
  func partial(in name: String) -> String {
    "\((wrapped ?? self).naming(name)).PartiallyGenerated"
  }

  /// The type with `Self` replaced.
  func naming(_ name: String) -> TypeSyntax {
    SelfReplacement(name: name).rewrite(self).as(TypeSyntax.self) ?? self
  }
}

/// Replaces `Self` by the name of a type.
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
