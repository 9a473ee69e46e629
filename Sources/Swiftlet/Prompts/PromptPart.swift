/// A piece of a prompt or of instructions, which becomes a segment of its own in the transcript.
enum PromptPart: Sendable {
  /// Plain text.
  case text(String)
  /// A value with a structure, and the name of the type or schema that it has.
  case structure(schemaName: String, content: GeneratedContent)
}

extension PromptPart {
  /// The piece that a value makes.
  ///
  /// Strings and numbers do not come this way: their own representation is text.
  init<Value: ConvertibleToGeneratedContent>(_ value: Value) {
    self = .structure(schemaName: String(describing: Value.self), content: value.generatedContent)
  }

  /// The piece as a model reads it: values are written as JSON.
  var text: String {
    switch self {
    case .text(let text): text
    case .structure(_, let content): content.jsonString
    }
  }

  /// The piece as a segment with an identifier of its own.
  var segment: Transcript.Segment {
    switch self {
    case .text(let text): .text(Transcript.TextSegment(content: text))
    case .structure(let name, let content):
      .structure(Transcript.StructuredSegment(schemaName: name, content: content))
    }
  }
}

extension [Transcript.Segment] {
  /// A segment for each piece.
  init(_ parts: [PromptPart]) {
    self = parts.map(\.segment)
  }

  /// The segments' text as a model reads it, one piece a line.
  var text: String { map(\.description).joined(separator: "\n") }
}
