/// A part of a prompt or of instructions, which becomes a separate segment in the transcript.
enum PromptPart: Sendable {
  /// Plain text.
  case text(String)
  /// A structured value with the name of its type or schema.
  case structure(schemaName: String, content: GeneratedContent)
  /// An attachment with its label.
  case attachment(Transcript.Attachment, label: String?)
}

extension PromptPart {
  /// Creates the part for a value.
  ///
  /// Strings and numbers do not use this initializer, as they are represented as text.
  init<Value: ConvertibleToGeneratedContent>(_ value: Value) {
    self = .structure(schemaName: String(describing: Value.self), content: value.generatedContent)
  }

  /// The text of the part for the model: values are written as JSON, attachments have none.
  var text: String {
    switch self {
    case .text(let text): text
    case .structure(_, let content): content.jsonString
    case .attachment: ""
    }
  }

  /// The part as a segment with a new identifier.
  var segment: Transcript.Segment {
    switch self {
    case .text(let text): .text(Transcript.TextSegment(content: text))
    case .structure(let name, let content):
      .structure(Transcript.StructuredSegment(schemaName: name, content: content))
    case .attachment(let content, let label):
      .attachment(Transcript.AttachmentSegment(content: content, label: label))
    }
  }
}

extension [Transcript.Segment] {
  /// Creates a segment for each part.
  init(_ parts: [PromptPart]) {
    self = parts.map(\.segment)
  }

  /// The segments' text for the model, one segment per line; attachments have none.
  ///
  /// A single segment, which may be long, is not copied.
  var text: String {
    let texts = filter { if case .attachment = $0 { false } else { true } }
    return texts.count == 1 ? texts[0].description : texts.map(\.description).joined(separator: "\n")
  }
}
