/// How a model wants a conversation written.
///
/// A model file carries its template as a program in a small language. Most templates amount to one of a few plain
/// forms, which differ in their markers and in how they treat white space and instructions. This type tells those apart
/// by the template's text and writes them; any other template is an error, because a conversation that is written
/// almost as a model expects is answered badly without a sign of why.
public struct ChatTemplate: Sendable, Equatable {
  /// The shapes of a conversation.
  public enum Form: String, Sendable, CaseIterable {
    /// The turns' texts alone: for models that were made to go on with a text and have no template.
    case plain
    /// `<|im_start|>role⏎text<|im_end|>⏎`.
    case chatML
    /// `[INST] text [/INST] answer </s>`, with instructions between `<<SYS>>` marks in the first prompt.
    case llama2
    /// `<|start_header_id|>role<|end_header_id|>⏎⏎text<|eot_id|>`.
    case llama3
    /// `<start_of_turn>role⏎text<end_of_turn>⏎`, with instructions at the head of the first prompt.
    case gemma
  }

  /// The shape of the conversation.
  public let form: Form

  /// Whether the template itself writes the text that begins a sequence.
  var writesBOS = false

  /// Whether white space around prompts and answers is dropped.
  var trimsContent = false

  /// Whether white space around instructions is dropped.
  var trimsInstructions = false

  /// The instructions of a conversation that has none.
  var defaultInstructions: String?

  /// Whether the last turn is closed only if another one follows or an answer is asked for.
  var leavesLastTurnOpen = false

  init(_ form: Form) {
    self.form = form
  }

  /// The form for models without a template.
  public static let plain = ChatTemplate(.plain)
}
