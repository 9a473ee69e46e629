import SwiftDiagnostics
import SwiftSyntax

/// An error or a warning about the use of a macro.
struct MacroError: DiagnosticMessage {
  let message: String
  let diagnosticID: MessageID
  let severity: DiagnosticSeverity

  init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
    (self.message, self.severity) = (message, severity)
    diagnosticID = MessageID(domain: "Swiftlet", id: id)
  }
}

/// The message of a fix-it.
struct MacroFixItMessage: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ id: String, _ message: String) {
    self.message = message
    fixItID = MessageID(domain: "Swiftlet", id: id)
  }
}

extension FixIt {
  /// Replaces a node by another one.
  static func replace(
    _ id: String, _ message: String, _ old: some SyntaxProtocol, by new: some SyntaxProtocol
  ) -> FixIt {
    .replace(message: MacroFixItMessage(id, message), oldNode: old, newNode: new)
  }

  /// Removes an attribute.
  ///
  /// The compiler passes attribute and declaration separately, so that the attribute is identified by its text.
  static func remove(_ attribute: AttributeSyntax, of declaration: Syntax) -> FixIt? {
    let attributes = declaration.attributesOfDeclaration
    guard let index = attributes.firstIndex(where: { $0.trimmedDescription == attribute.trimmedDescription })
    else { return nil }
    var rest = attributes
    rest.remove(at: index)
    return .replace("remove", "remove '@\(attribute.attributeName.trimmedDescription)'", attributes, by: rest)
  }
}
