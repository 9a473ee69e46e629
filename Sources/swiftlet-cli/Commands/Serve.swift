import Foundation
import Swiftlet
import SwiftletServer

extension Command {
  static let serve = Command(
    name: "serve", summary: "Serve models over HTTP, in the protocols of existing clients.",
    discussion: """
      Clients of OpenAI's API use the address http://127.0.0.1:8080/v1. --model may be given several times, as MODEL or
      NAME=MODEL; the first one is the default. Models are loaded when they are first asked for, and unloaded after
      --keep-alive. Only programs of this machine reach the server unless --host says otherwise, and pages of other
      origins only those of --cors-origin. TLS is left to a proxy. SIGTERM and SIGINT end the server once its answers
      have ended, or after --drain-timeout; a second one ends it at once. SIGHUP reads --api-key-file again. Each option
      of this list up to --log may also be set in the environment, as SWIFTLET_API_KEY for --api-key.
      """,
    options: Option.server + Option.generation.filter { $0.name != "--trace" }
  ) { arguments in
    try arguments.requireAtMost(0)
    try await ServeCommand(arguments).run()
  }
}

extension Option {
  /// The options of the server.
  fileprivate static let server: [Option] = [
    Option("--host", "HOST", "address to listen at, or the path of a Unix domain socket; default: 127.0.0.1"),
    Option("--port", "N", "port to listen at, 0 for any free one; default: 8080"),
    Option("--models", "DIR", "folder of models, each a GGUF file, beside those of --model"),
    Option("--alias", "NAME=MODEL", "another name of a model; may be given several times", or: "-a"),
    Option("--any-model", nil, "answer requests for unknown models with the default model"),
    Option("--api-key", "KEY", "key that clients have to send; may be given several times"),
    Option("--api-key-file", "FILE", "file with one key in each line"),
    Option("--cors-origin", "ORIGIN", "origin whose pages may use the server, * for all; may be given several times"),
    Option(
      "--allow-host", "NAME", "name of a host in requests, besides those of this machine; may be given several times"),
    Option("--pooling", "P", "pooling of embeddings, mean, cls or last, of models whose files name none"),
    Option("--parallel", "N", "number of answers to generate at a time; default: 8", or: "-np"),
    Option("--max-queue", "N", "number of requests that may wait; default: 128"),
    Option("--queue-timeout", "TIME", "time after which a waiting request fails; default: 10m"),
    Option("--request-timeout", "TIME", "time after which an answer fails; default: none"),
    Option("--keep-alive", "TIME", "idle time after which a model is unloaded; default: 5m, none for a single model"),
    Option("--memory", "SIZE", "memory for models, such as 12G, above which idle ones are unloaded; default: no limit"),
    Option("--ping", "N", "seconds of silence after which a stream has a comment, 0 for none; default: 15"),
    Option("--responses-store", "N", "number of responses to keep for previous_response_id; default: 256"),
    Option("--always-usage", nil, "end streams with the numbers of tokens even if a client has not asked for them"),
    Option("--reasoning-twice", nil, "send reasoning under both its names, reasoning_content and reasoning"),
    Option("--image-urls", nil, "fetch images that requests name by addresses of the public internet"),
    Option("--no-page", nil, "no page to chat on"),
    Option("--no-ollama", nil, "without the API of ollama"),
    Option(
      "--metrics-prefix", "TEXT", "beginning of the names of metrics, such as llamacpp:; default: swiftlet_"),
    Option("--max-body", "SIZE", "largest body of a request; default: 64M"),
    Option("--max-connections", "N", "largest number of connections; default: 256"),
    Option("--write-timeout", "TIME", "time after which a client that does not read is cut off; default: 60s"),
    Option("--drain-timeout", "TIME", "time for answers to end at the end of the server; default: 30s"),
    Option("--log", "FORM", "access log on standard error: text, json or off; default: text"),
  ]
}

/// The server of a command line.
private struct ServeCommand {
  private let server: ModelServer
  private let drainTimeout: Duration
  private let keyFile: String?
  private let keys: [String]

  init(_ arguments: Arguments) throws {
    let settings = ServeSettings(arguments)
    keyFile = settings.string("--api-key-file")
    keys = settings.strings("--api-key")
    let configuration = try settings.configuration(keys: keys + (keyFile.map { try Self.keys(inFile: $0) } ?? []))
    let models = try ServedModels(arguments, settings, parallel: configuration.parallelAnswers).models
    let port = try settings.integer("--port", in: 0...65_535) ?? 8080
    let address = HTTPAddress(host: settings.string("--host") ?? "127.0.0.1", port: UInt16(port))
    var server = configuration
    // Without this, a page whose name leads here could use the server.
    let names = settings.strings("--allow-host")
    server.allowedHosts = address.isLoopback || !names.isEmpty ? names : nil
    if server.keepAlive == nil, models.count > 1, settings.string("--keep-alive") == nil {
      server.keepAlive = .seconds(300)
    }
    drainTimeout = try settings.time("--drain-timeout") ?? .seconds(30)
    self.server = try ModelServer(
      application: ServerApplication(models: models, configuration: server), address: address,
      limits: try settings.limits)
    if case .host = address, !address.isLoopback, server.keys.isEmpty {
      Output.error("swiftlet: warning: other machines reach this server, and no key is asked for; see --api-key\n")
    }
  }

  func run() async throws {
    ignoreSignal(SIGPIPE)
    let manager = ServiceNotifier(path: ProcessInfo.processInfo.environment["NOTIFY_SOCKET"])
    let signals = ServerSignals { [self] signal in
      guard signal == SIGHUP else {
        manager?.send(.stopping)
        return server.shutDown(drainTimeout: drainTimeout)
      }
      guard let keyFile else { return }
      do {
        server.application.setKeys(keys + (try Self.keys(inFile: keyFile)))
      } catch {
        Output.error("swiftlet: \(ErrorText(error)); the keys stay as they were\n")
      }
    }
    defer { signals.cancel() }
    for address in server.addresses { try Output.write("listening on \(address)\n") }
    manager?.send(.ready)
    try await server.run()
  }

  /// Reads the keys of a file, one in each line; lines that begin with # are comments.
  private static func keys(inFile path: String) throws(FileError) -> [String] {
    let lines = try InputFile.text(path).split(whereSeparator: \.isNewline)
    let keys = lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    // No keys at all would open the server to all.
    guard !keys.isEmpty else { throw FileError(path, "found no key, expected one in each line") }
    return keys.map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
  }
}
