extension OpenAICompatibleLanguageModel {
  /// How a server is dealt with.
  public struct Options: Sendable {
    /// Fields that are added to the head of each request.
    ///
    /// One named `Authorization` takes the place of the key. No description and no error shows the values.
    public var headers: [String: String] {
      get { secretHeaders.mapValues(\.text) }
      set { secretHeaders = newValue.mapValues { Secret($0) } }
    }

    private var secretHeaders: [String: Secret] = [:]

    /// Fields that are added to the body of each request, in place of those of the same names.
    ///
    /// A null takes a field away: `["stream_options": GeneratedContent(kind: .null)]`.
    public var bodyFields: [String: GeneratedContent] = [:]

    /// The role that instructions are sent with.
    public var instructionsRole = InstructionsRole.system

    /// The field that limits the length of the answer.
    public var tokenLimitField = TokenLimitField.maxTokens

    /// The form in which the schema of an answer is sent.
    public var schemaForm = SchemaForm.jsonSchema

    /// Which of the model's thoughts are sent back to it.
    public var reasoningHistory = ReasoningHistory.currentTurn

    /// How often, and how long, a busy server is asked again.
    public var retries = Retries()

    /// How long the server may send nothing, before and during an answer.
    public var silenceTimeout = Duration.seconds(300)

    /// How long a request may take, with everything.
    public var totalTimeout = Duration.seconds(3600)

    /// How much an answer may be.
    public var limits = Limits()

    /// Creates options with the defaults.
    public init() {}
  }
}

extension OpenAICompatibleLanguageModel.Options {
  /// The role that instructions are sent with.
  public enum InstructionsRole: String, Sendable, CaseIterable {
    /// What nearly all servers know.
    case system
    /// What OpenAI's models that think prefer.
    case developer
  }

  /// The field that limits the length of the answer.
  public enum TokenLimitField: String, Sendable, CaseIterable {
    /// What nearly all servers know.
    case maxTokens = "max_tokens"
    /// What OpenAI's models that think insist on.
    case maxCompletionTokens = "max_completion_tokens"
  }

  /// The form in which the schema of an answer is sent, as `response_format`.
  public enum SchemaForm: String, Sendable, CaseIterable {
    /// What nearly all servers know.
    case jsonSchema = "json_schema"
    /// What llama-cpp-python knows: the schema beside the type.
    ///
    /// Besides, the content of calls of tools is then an empty text, where others expect null.
    case jsonObject = "json_object"
  }

  /// Which of the model's thoughts are sent back to it, as `reasoning_content`.
  public enum ReasoningHistory: Sendable, CaseIterable {
    /// None.
    case none
    /// Those since the last prompt, which models that think between calls of tools go on from.
    case currentTurn
    /// All.
    case all
  }

  /// How much an answer may be; more is an error.
  public struct Limits: Sendable, Equatable {
    /// The length of an answer in bytes, with everything around the text.
    public var answerBytes = 64 << 20

    /// The length of one event of a stream in bytes.
    public var eventBytes = 1 << 20

    /// The number of calls of tools in one step.
    public var toolCalls = 128

    /// Creates limits with the defaults.
    public init() {}
  }
}
