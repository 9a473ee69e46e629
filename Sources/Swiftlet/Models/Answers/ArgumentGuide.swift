import SwiftletChatTemplates
import SwiftletGuides

extension GuideSource {
  /// The arguments of a tool in the model's syntax.
  static func arguments(of tool: Transcript.ToolDefinition, _ syntax: ToolCallFormat.Arguments) -> GuideSource {
    let schema = tool.parameters.graph.json(.guide)
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
