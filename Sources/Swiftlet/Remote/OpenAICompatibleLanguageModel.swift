public import Foundation

/// A model on a server that speaks OpenAI's chat completions, such as vLLM, SGLang or llama-server.
///
/// ```swift
/// let model = OpenAICompatibleLanguageModel(
///   baseURL: URL(string: "http://localhost:8000/v1")!, model: "Qwen/Qwen3-8B")
/// let session = LanguageModelSession(model: model)
/// ```
///
/// Everything that a session does works as with a model in this process: streams, tools, values with a schema, thoughts.
/// Nothing is sent before the first request; ``LanguageModelSession/prewarm(promptPrefix:)`` does nothing, whatever tools
/// and instructions the session has.
///
/// What ``GenerationOptions`` leaves open is left to the server. The greedy mode is sent as temperature 0, a number of
/// most probable tokens as `top_k`, a probability as `top_p`. Schemas are sent in the strict form: properties that may
/// be absent have to be there, and may be null. Services that insist on an object as the outermost value reject schemas
/// of anything else. ``LanguageModelExecutorGenerationRequest/metadata`` is not sent.
///
/// Until the server has said how many tokens it took, each piece of its stream counts as one.
///
/// On Linux each request has a connection of its own, which is closed at the end of the answer or when the request is
/// cancelled. Those to addresses with `http` are the library's own and go straight to the server, past any proxy; those
/// with `https` are Foundation's, as are all on Apple's platforms.
///
/// Requests throw ``LanguageModelError`` where it has a case, and otherwise ``OpenAICompatibleLanguageModelError``.
public struct OpenAICompatibleLanguageModel: LanguageModel {
  /// The address to which `/chat/completions` is added.
  public let baseURL: URL

  /// The name by which the server knows the model.
  public let name: String

  /// What the model can do besides answering text with text.
  public var capabilities: LanguageModelCapabilities

  /// How the server is dealt with.
  public var options: Options

  let apiKey: Secret?

  /// Creates a model on a server.
  ///
  /// An address or a key that cannot be used makes requests fail.
  ///
  /// - Parameters:
  ///   - baseURL: The address to which `/chat/completions` is added, such as `https://api.example.com/v1`.
  ///   - name: The name by which the server knows the model.
  ///   - apiKey: What is sent as bearer token. No description and no error shows it.
  ///   - capabilities: What the model can do. The server is not asked; it may know better.
  ///   - options: How the server is dealt with.
  public init(
    baseURL: URL, model name: String, apiKey: String? = nil,
    capabilities: LanguageModelCapabilities = LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning]),
    options: Options = Options()
  ) {
    self.baseURL = baseURL
    self.name = name
    self.apiKey = apiKey.map { Secret($0) }
    self.capabilities = capabilities
    self.options = options
  }

  /// The address.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration(baseURL: baseURL) }
}

// MARK: - Reading as text

extension OpenAICompatibleLanguageModel: CustomStringConvertible, CustomReflectable {
  /// The model's name and the server's.
  public var description: String { "\(name) at \(baseURL.host ?? "no host")" }

  /// The model's name and the server's, without what is secret.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "host": baseURL.host ?? "no host"]) }
}

/// A text that nobody is shown but the server.
struct Secret: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "(hidden)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
