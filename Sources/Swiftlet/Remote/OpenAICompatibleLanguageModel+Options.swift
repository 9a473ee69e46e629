extension OpenAICompatibleLanguageModel {
  /// Options for requests to a server.
  public struct Options: Sendable {
    /// Additional header fields of each request.
    ///
    /// A field named `Authorization` replaces the API key. Descriptions and errors never contain the values.
    public var headers: [String: String] {
      get { secretHeaders.mapValues(\.text) }
      set { secretHeaders = newValue.mapValues { Secret($0) } }
    }

    private var secretHeaders: [String: Secret] = [:]

    /// Additional fields of each request's body, which replace those of the same names.
    ///
    /// A null removes a field: `["stream_options": GeneratedContent(kind: .null)]`.
    public var bodyFields: [String: GeneratedContent] = [:]

    /// The role of the message with the instructions.
    public var instructionsRole = InstructionsRole.system

    /// The field that limits the length of the answer.
    public var tokenLimitField = TokenLimitField.maxTokens

    /// The form in which the schema of an answer is sent.
    public var schemaForm = SchemaForm.jsonSchema

    /// The reasoning that is sent back to the model.
    public var reasoningHistory = ReasoningHistory.currentTurn

    /// The retry policy for a busy server.
    public var retries = Retries()

    /// The maximum time without data from the server, before and during an answer.
    public var idleTimeout = Duration.seconds(300)

    /// The maximum total time of a request, retries included.
    public var totalTimeout = Duration.seconds(3600)

    /// The limits on an answer's size.
    public var limits = Limits()

    /// Creates options with the defaults.
    public init() {}
  }
}

extension OpenAICompatibleLanguageModel.Options {
  /// The role of the message with the instructions.
  public enum InstructionsRole: String, Sendable, CaseIterable {
    /// The role that nearly all servers support.
    case system
    /// The role that OpenAI's reasoning models prefer.
    case developer
  }

  /// The field that limits the length of the answer.
  public enum TokenLimitField: String, Sendable, CaseIterable {
    /// The field that nearly all servers support.
    case maxTokens = "max_tokens"
    /// The field that OpenAI's reasoning models require.
    case maxCompletionTokens = "max_completion_tokens"
  }

  /// The form in which the schema of an answer is sent, as `response_format`.
  public enum SchemaForm: String, Sendable, CaseIterable {
    /// The form that nearly all servers support.
    case jsonSchema = "json_schema"
    /// The form of llama-cpp-python: the schema beside the type.
    ///
    /// With it, the content of messages with tool calls is an empty string, where others expect null.
    case jsonObject = "json_object"
  }

  /// The reasoning that is sent back to the model as `reasoning_content`.
  public enum ReasoningHistory: Sendable, CaseIterable {
    /// No reasoning.
    case none
    /// The reasoning since the last prompt, which models with interleaved reasoning and tool calls require.
    case currentTurn
    /// All reasoning.
    case all
  }

  /// The limits on an answer's size; exceeding one is an error.
  public struct Limits: Sendable, Equatable {
    /// The maximum length of a response body in bytes.
    public var answerBytes = 64 << 20

    /// The maximum length of one event of a stream in bytes.
    public var eventBytes = 1 << 20

    /// The maximum number of tool calls in one step.
    public var toolCalls = 128

    /// Creates limits with the defaults.
    public init() {}
  }
}
