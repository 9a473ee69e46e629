import SwiftSyntax
import SwiftSyntaxBuilder

// Expansions qualify names with their modules, as types around them may have the same names. Names of local variables
// that are visible to expressions copied from the source begin with underscores.

extension GenerableType {
  /// The members that `@Generable` adds.
  var members: [DeclSyntax] {
    let members: [[String]]
    switch content {
    case .properties(let properties):
      let partial = declaresPartial ? [] : [partial(of: properties)]
      members = [schema(of: properties), generatedContent(of: properties)] + partial
    case .names(let cases, let rawValues):
      members = [schema(of: cases, rawValues: rawValues), generatedContent(of: cases, rawValues: rawValues)]
    case .payloads(let cases, let isIndirect):
      let partial = declaresPartial ? [] : [partial(of: cases, isIndirect: isIndirect)]
      members = [unionSchema(of: cases), unionContent(of: cases)] + partial + discriminatedTypes(of: cases)
    case .unusable: members = []
    }
    return members.map { "\(raw: $0.joined(separator: "\n"))" }
  }

  /// The conformance extension.
  ///
  /// - Parameters:
  ///   - type: The type's name at file scope.
  ///   - isNew: True if the source does not declare the conformance itself.
  /// - Returns: The lines of the extension.
  @Lines func conformance(of type: String, isNew: Bool) -> [String] {
    availability
    "extension \(type)\(isNew ? ": nonisolated Swiftlet.Generable" : "") {"
    switch content {
    case .properties(let properties): initializer { readings(of: properties) }
    case .names(let cases, let rawValues): initializer { readings(of: cases, rawValues: rawValues) }
    case .payloads(let cases, _): initializer { unionReadings(of: cases) }
    case .unusable: ""
    }
    "}"
  }

  /// The initializer from generated content.
  @Lines func initializer(@Lines _ body: () -> [String]) -> [String] {
    "nonisolated \(access)init(_ content: Swiftlet.GeneratedContent) throws {"
    body()
    "}"
  }

  /// Returns a string literal.
  func literal(_ text: String) -> String { StringLiteralExprSyntax(content: text).description }
}
