package import SwiftletHTTP

/// The settings of a server.
public struct ServerConfiguration: Sendable {
  /// The form of lines of the access log.
  public enum LogFormat: String, Sendable, CaseIterable {
    /// Words in a line.
    case text
    /// A JSON object in a line.
    case json
    /// No lines.
    case off
  }

  /// The keys of clients; without any, no key is asked for.
  public var keys: [String] = []
  /// The origins whose pages may use the server, such as `https://example.org`; `*` for all.
  public var allowedOrigins: [String] = []
  /// The names of hosts in requests that are accepted besides those of this machine; `nil` to accept all.
  ///
  /// Servers for this machine alone check the name, since a page from elsewhere may give its own name to this address.
  public var allowedHosts: [String]?
  /// True if a request for an unknown model is answered by the default model.
  public var acceptsAnyModel = false
  /// The number of answers that are generated at a time; others wait.
  public var parallelAnswers = 4
  /// The number of requests that may wait.
  public var maximumWaiting = 128
  /// The time after which a waiting request fails.
  public var queueTimeout = Duration.seconds(600)
  /// The time after which an answer fails; `nil` for no limit.
  public var answerTimeout: Duration?
  /// The silence after which a stream of events has a comment; `nil` for none.
  public var pingInterval: Duration? = .seconds(15)
  /// The idle time after which a model is unloaded; `nil` to keep it.
  public var keepAlive: Duration?
  /// The bytes of models in memory above which idle ones are unloaded for others; `nil` for no limit.
  public var memoryLimit: Int?
  /// The number of responses of the Responses API that are kept in memory for later requests; 0 for none.
  public var storedResponses = 256
  /// The bytes of their conversations as JSON, above which those that were not used for longest are dropped.
  public var storedResponseBytes = 64 << 20
  /// True if streams end with the numbers of tokens also for clients that have not asked for them.
  public var alwaysReportsUsage = false
  /// True if reasoning has both names that servers have for it, `reasoning_content` and `reasoning`.
  public var namesReasoningTwice = false
  /// True if there is a page to chat on.
  public var hasPage = true
  /// True if the server speaks ollama's API, and says at its root that it does.
  public var speaksOllama = true
  /// The rules for images that requests name by addresses of web servers; `nil` to fetch none.
  public var imageAddresses: ImageAddresses?
  /// The beginning of the names of metrics, such as `llamacpp:` for those of llama.cpp's server.
  public var metricsPrefix = "swiftlet_"
  /// The form of the access log, which never has prompts, answers or keys.
  public var logFormat = LogFormat.text
  /// Receives the lines of the access log, and errors of the server.
  public var log: @Sendable (String) -> Void = { _ in }
  /// The clock, which tests replace.
  package var clock: any ServerClock = SystemClock()

  /// Creates the default settings.
  public init() {}
}

extension ServerConfiguration {
  /// The rules for fetching images from addresses of web servers.
  public struct ImageAddresses: Sendable {
    /// The largest number of bytes of an image.
    public var byteLimit = 20 << 20
    /// The time after which fetching an image fails.
    public var timeout = Duration.seconds(10)
    /// Returns false for addresses that must not be reached; by default all that are not of the public internet.
    package var allows: @Sendable (SocketAddress) -> Bool = { $0.isPublic }

    /// Creates the default rules.
    public init() {}
  }
}
