import SwiftletChatTemplates
import SwiftletGuides
import SwiftletJSON

extension GuideSource {
  /// Returns the arguments of a tool in the model's syntax.
  ///
  /// - Throws: ``GuideError/invalidSchema(pointer:reason:)`` if the schema's type rules objects out.
  static func arguments(
    of tool: Transcript.ToolDefinition, _ syntax: ToolCallFormat.Arguments
  ) throws(GuideError) -> GuideSource {
    let schema = tool.parameters.graph.json(.guide)
    if let type = schema.root["type"], !(type.elements ?? [type]).contains("object") {
      throw .invalidSchema(pointer: "/type", reason: "the arguments of a tool are an object")
    }
    return MemberSyntax(syntax).map { .members(schema, $0) } ?? .schema(schema)
  }
}

extension MemberSyntax {
  /// Creates the syntax of a model's arguments; `nil` for JSON.
  fileprivate init?(_ arguments: ToolCallFormat.Arguments) {
    switch arguments {
    case .json: return nil
    case .tagged(let tags):
      self.init(
        beforeName: tags.beforeKey, afterName: tags.afterKey, afterValue: tags.afterValue, separator: tags.separator)
      afterNameOfOther = tags.afterKeyOfOther
      strings = .bare(end: tags.afterValue.trimmed)
    case .python:
      self.init(afterName: "=", separator: ", ")
      usesPythonLiterals = true
    case .bareObject(let quote):
      self.init(afterName: ":", separator: ",")
      (opening, closing) = ("{", "}")
      strings = .marked(quote)
    }
  }
}
