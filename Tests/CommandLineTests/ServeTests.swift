import Foundation
import Swiftlet
import SwiftletWeights
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `swiftlet serve`, as a process.
@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model"))
struct ServeTests {
  /// A client that waits while other tests compute on the threads that it shares with them.
  private func client(_ url: URL, _ name: String, apiKey: String? = nil) -> OpenAICompatibleLanguageModel {
    var options = OpenAICompatibleLanguageModel.Options()
    options.idleTimeout = .seconds(3600)
    return OpenAICompatibleLanguageModel(baseURL: url, model: name, apiKey: apiKey, options: options)
  }

  @Test(arguments: [7, 10, 64]) func aServerWithoutDescriptorsSaysSoBeforeItListens(_ count: Int) throws {
    let result = try CommandLineTool.shell("ulimit -n \(count) && exec \"$SWIFTLET\" serve --port 0 --log off")
    #expect(result.status == 1 && result.text.isEmpty, "\(result.text)")
    #expect(
      result.errors.hasPrefix("swiftlet: serve: the system refuses to open files, expected room for 64"),
      "\(result.errors)")
  }

  /// The server ends after the note, as it cannot listen there.
  @Test func theStartSaysHowMuchOfAContextFits() throws {
    // In no folder, so the server ends after its start.
    let socket = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + "/socket")
    func fitting(_ options: String...) throws -> Int {
      let result = try CommandLineTool.run(
        arguments: ["serve", "--host", socket.path(percentEncoded: false), "--log", "off"] + options)
      #expect(result.status == 1 && result.text.isEmpty)
      guard let note = result.errors.firstMatch(of: /: memory holds (\d+) of the (\d+) tokens of the context;/) else {
        return .max
      }
      let (count, size) = (Int(note.1) ?? 0, Int(note.2) ?? 0)
      #expect(count > 0 && count < size)
      return count
    }
    #expect(try fitting() == .max)
    let alone = try fitting("--cache-memory", "4M")
    let model = TestFiles.defaultModel
    let drafted = try fitting("--cache-memory", "4M", "--draft", model, "--model", model)
    #expect(drafted < alone && alone < .max)
  }

  /// Runs a server and returns its exit status after a signal.
  private func serve(
    _ arguments: [String], signal: Int32 = SIGTERM, environment: [String: String] = [:],
    _ body: (URL) async throws -> Void
  ) async throws -> Int32 {
    let process = Process()
    process.executableURL = CommandLineTool.executable
    process.arguments = ["serve", "--port", "0", "--log", "off"] + arguments
    process.environment = CommandLineTool.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server has ended")
      line += String(decoding: data, as: UTF8.self)
    }
    let address = try #require(line.split(separator: " ").last).trimmingCharacters(in: .newlines)
    #expect(line.hasPrefix("listening on http://127.0.0.1:"))
    try await body(try #require(URL(string: address + "/v1")))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsTheServerInOrder(signal: Int32) async throws {
    let status = try await serve([], signal: signal) { url in
      let model = client(url, "swiftlet-tiny-q8_0")
      let session = LanguageModelSession(model: model)
      let answer = try await session.respond(
        to: "Once upon a time", options: GenerationOptions(maximumResponseTokens: 4))
      #expect(!answer.content.isEmpty)
    }
    #expect(status == 0)
  }

  @Test func namesAndAliasesOfModelsAreThoseOfTheOptions() async throws {
    let path = try #require(DefaultModel.url).path(percentEncoded: false)
    let status = try await serve(["--model", "one=\(path)", "--alias", "two=one", "--api-key", "k"]) { url in
      for (name, key, works) in [("one", "k", true), ("two", "k", true), ("three", "k", false), ("one", "l", false)] {
        let session = LanguageModelSession(model: client(url, name, apiKey: key))
        let answer = try? await session.respond(to: "Hi", options: GenerationOptions(maximumResponseTokens: 1))
        #expect((answer != nil) == works, "\(name) \(key)")
      }
    }
    #expect(status == 0)
  }

  @Test func modelsOfStoresAreServedByTheirNames() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: home) }
    let commit = String(repeating: "a", count: 40)
    let repository = home.appending(path: ".cache/huggingface/hub/models--me--tiny")
    let snapshot = repository.appending(path: "snapshots/\(commit)")
    for folder in [snapshot, repository.appending(path: "refs")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data(commit.utf8).write(to: repository.appending(path: "refs/main"))
    try FileManager.default.createSymbolicLink(
      at: snapshot.appending(path: "tiny-Q8_0.gguf"), withDestinationURL: try #require(DefaultModel.url))
    var environment = ["HOME": home.path(percentEncoded: false)]
    for name in ["HF_HOME", "HF_HUB_CACHE", "SWIFTLET_CACHE", "XDG_CACHE_HOME"] { environment[name] = "" }
    let arguments = ["--model", "hf:me/tiny", "--model", "small=hf:me/tiny:q8_0"]
    let status = try await serve(arguments, environment: environment) { url in
      for (name, works) in [("me/tiny:Q8_0", true), ("small", true), ("hf:me/other", false)] {
        let session = LanguageModelSession(model: client(url, name))
        let answer = try? await session.respond(to: "Hi", options: GenerationOptions(maximumResponseTokens: 1))
        #expect((answer != nil) == works, "\(name)")
      }
    }
    #expect(status == 0)
  }

  /// Files of one of two models, without its name, with another one, and twice.
  private static let optionsOfSeveralModels: [([String], String)] = ["--lora", "--draft"].flatMap { option in
    let (file, models) = (TestFiles.defaultModel, ["--model", "a=\(TestFiles.defaultModel)"])
    let two = models + ["--model", "b=\(file)"]
    return [
      (two + [option, file], option), (two + [option, "c=\(file)"], option), (models + [option, "c=\(file)"], option),
      (two + [option, "a=\(file)", option, "a=\(file)"], option),
    ]
  }

  /// The draft model of one of two models takes a part of its memory, and none of the other's.
  @Test func aDraftModelBelongsToTheModelThatItNames() throws {
    let socket = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + "/socket")
    let file = TestFiles.defaultModel
    let result = try CommandLineTool.run(
      arguments: [
        "serve", "--host", socket.path(percentEncoded: false), "--log", "off", "--cache-memory", "4M",
        "--model", "a=\(file)", "--model", "b=\(file)", "--draft", "b=\(file)",
      ])
    let counts = result.errors.matches(of: /memory holds (\d+) of/).compactMap { Int($0.1) }
    #expect(counts.count == 2 && counts[1] < counts[0], "\(result.errors)")
  }

  @Test func wrongOptionsAreUsageErrors() throws {
    for (arguments, part) in [
      (["--port", "x"], "--port"), (["--keep-alive", "soon"], "--keep-alive"), (["--memory", "much"], "--memory"),
      (["--log", "loud"], "--log"), (["--alias", "a=b"], "--alias"), (["extra"], "extra"),
      (["--trace", "f"], "--trace"),
    ] + Self.optionsOfSeveralModels {
      let result = try CommandLineTool.run(arguments: ["serve"] + arguments)
      #expect(result.status == 2 && result.errors.contains(part), "\(arguments): \(result.errors)")
    }
    let variable = try CommandLineTool.run(arguments: ["serve"], environment: ["SWIFTLET_PORT": "x"])
    #expect(variable.status == 2 && variable.errors.contains("--port"))
  }
}
