import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The expansion of a source by the macros, with their diagnostics.
struct Expansion {
  /// An error, with the text it stands at and the declaration as each of its fix-its would leave it.
  struct ReportedError: Equatable {
    var message: String
    var node: String
    var fixed: [String] = []
  }

  /// The source with everything expanded.
  var source: String
  /// The errors and warnings, in order.
  var errors: [ReportedError]
  /// The severity of each of them.
  var severities: [DiagnosticSeverity]

  init(of source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
    let specifications: [String: MacroSpec] = [
      "Generable": MacroSpec(type: GenerableMacro.self, conformances: ["Generable"]),
      "Guide": MacroSpec(type: GuideMacro.self),
      "Playground": MacroSpec(type: PlaygroundMacro.self),
      "SessionPropertyEntry": MacroSpec(type: SessionPropertyEntryMacro.self),
      "__SessionPropertyEntryDefaultValue": MacroSpec(type: SessionPropertyEntryDefaultValueMacro.self),
    ]
    // As the compiler does it: macros learn what a declaration is nested in.
    let expanded = file.expand(
      macroSpecs: specifications,
      contextGenerator: { node in
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    // The line break behind a removed attribute is left over.
    self.source = String(expanded.description.drop { $0 == "\n" })
    severities = context.diagnostics.map(\.diagMessage.severity)
    errors = context.diagnostics.map { diagnostic in
      ReportedError(
        message: diagnostic.message, node: diagnostic.node.trimmedDescription,
        fixed: diagnostic.fixIts.compactMap(Self.applied))
    }
  }

  /// The source of the declaration that a fix-it changes, with the change made.
  ///
  /// A macro receives attribute and declaration as separate trees, so it may differ from the diagnosed node.
  private static func applied(_ fixIt: FixIt) -> String? {
    guard case .replace(let node, _) = fixIt.changes.first else { return nil }
    var bytes = Array(node.root.description.utf8)
    for edit in fixIt.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        edit.range.lowerBound.utf8Offset..<edit.range.upperBound.utf8Offset, with: edit.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
