/// The check of tools' names before they are written into prompts.
package enum ToolName {
  /// Returns the error of a name that prompts and answers cannot carry, with what is expected; `nil` for other names.
  ///
  /// Templates write names between quotation marks, in tags or before parentheses, without escapes: a quotation mark or
  /// the end of a line would end the name there, and white space at its ends is not told from that of the template.
  package static func problem(of name: String) -> String? {
    let isCarried = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: scalar != "\"" && scalar != "\\"
      }
    }
    if isCarried, let first = name.first, !first.isWhitespace, name.last?.isWhitespace == false { return nil }
    return "found the name \(String(name.prefix(40)).debugDescription), expected at least one character, without "
      + "quotation marks, backslashes and control characters, and without spaces at its ends"
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// Throws if prompts and answers cannot carry the name of a tool.
  func checkToolNames() throws(LanguageModelError) {
    for (index, tool) in enabledToolDefinitions.enumerated() {
      guard let problem = ToolName.problem(of: tool.name) else { continue }
      throw .unsupportedGenerationGuide(.init(schemaName: tool.name, debugDescription: "tool \(index): \(problem)"))
    }
  }
}
