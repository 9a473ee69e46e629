public import Foundation

/// A model on a server with OpenAI's chat completions API, such as vLLM, SGLang or llama-server.
///
/// ```swift
/// let model = OpenAICompatibleLanguageModel(
///   baseURL: URL(string: "http://localhost:8000/v1")!, model: "Qwen/Qwen3-8B")
/// let session = LanguageModelSession(model: model)
/// ```
///
/// Sessions have the same features as with a model in this process: streams, tools, guided generation, reasoning.
/// Nothing is sent before the first request; ``LanguageModelSession/prewarm(promptPrefix:)`` does nothing.
///
/// Values missing in ``GenerationOptions`` use the server's defaults. Greedy sampling is sent as temperature 0, top-k
/// as `top_k`, a probability threshold as `top_p`. Schemas are sent in the strict form: optional properties are
/// required and nullable. Services that require an object as the root reject other schemas.
/// ``LanguageModelExecutorGenerationRequest/metadata`` is not sent.
///
/// Until the server has reported the usage, each chunk of its stream counts as one token.
///
/// On Linux each request has a separate connection, which is closed at the end of the answer or when the request is
/// cancelled. Connections to `http` addresses use the library's own client and ignore proxies; those to `https`
/// addresses use Foundation's, as do all connections on Apple's platforms.
///
/// Requests throw ``LanguageModelError`` where it has a case, and otherwise ``OpenAICompatibleLanguageModelError``.
public struct OpenAICompatibleLanguageModel: LanguageModel {
  /// The address to which `/chat/completions` is added.
  public let baseURL: URL

  /// The model's name on the server.
  public let name: String

  /// The capabilities of the model beyond text generation.
  public var capabilities: LanguageModelCapabilities

  /// The request options.
  public var options: Options

  let apiKey: Secret?

  /// Creates a model on a server.
  ///
  /// An invalid address or key makes requests fail.
  ///
  /// - Parameters:
  ///   - baseURL: The address to which `/chat/completions` is added, such as `https://api.example.com/v1`.
  ///   - name: The model's name on the server.
  ///   - apiKey: The bearer token. Descriptions and errors never contain it.
  ///   - capabilities: The capabilities of the model, which are not verified with the server.
  ///   - options: The request options.
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

  /// The configuration of the executor: the base URL.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration(baseURL: baseURL) }
}

// MARK: - Description

extension OpenAICompatibleLanguageModel: CustomStringConvertible, CustomReflectable {
  /// The names of the model and the server.
  public var description: String { "\(name) at \(baseURL.host ?? "no host")" }

  /// The names of the model and the server, without secrets.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "host": baseURL.host ?? "no host"]) }
}

/// A secret text that is redacted in descriptions.
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
