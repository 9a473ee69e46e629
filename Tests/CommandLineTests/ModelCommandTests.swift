import Foundation
import SwiftletHashing
import SwiftletWeights
import TestSupport
import Testing

/// The commands that get and manage models, and models by name in the others.
@Suite(.serialized, .enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
struct ModelCommandTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "models-" + UUID().uuidString)
  private let model: [UInt8]

  init() throws {
    model = Array(try Data(contentsOf: try #require(DefaultModel.bundledURL)))
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  /// A hub with one repository, `me/tiny`, that has the bundled model under two names.
  private func hub() throws -> ScriptedHub {
    try ScriptedHub(repositories: ["me/tiny": ["tiny-Q8_0.gguf": model, "tiny-F16.gguf": model, "README.md": [35]]])
  }

  /// Runs the tool with an empty home folder, off the threads that the tests share, which the hub's answers need.
  private func run(
    _ arguments: [String], hub: ScriptedHub? = nil, environment changes: [String: String] = [:]
  ) async throws -> CommandLineTool.Result {
    var environment = ["HOME": home.path(percentEncoded: false), "HF_ENDPOINT": hub?.address ?? "http://127.0.0.1:9"]
    for name in ["HF_HOME", "HF_HUB_CACHE", "SWIFTLET_CACHE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HF_TOKEN"] {
      environment[name] = ""
    }
    let all = environment.merging(changes) { $1 }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try CommandLineTool.run(arguments: arguments, environment: all) })
      }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let url = home.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  @Test func aDamagedConfigurationStopsOnlyWhatReadsIt() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try write(Array("{".utf8), to: ".config/swiftlet/config.json")
    let path = try #require(DefaultModel.bundledURL).path(percentEncoded: false)
    let given = try await run(["tokenize", "--model", path])
    #expect(given.status == 0, "\(given.errors)")
    for command in ["tokenize", "default"] {
      let result = try await run([command])
      #expect(result.status == 1 && result.errors.contains("swiftlet default --clear"), "\(result.errors)")
    }
    #expect(try await run(["default", "--clear"]).status == 0)
    #expect(try await run(["default"]).text == "the bundled model\n")
    #expect(try await run(["tokenize"]).status == 0)
  }

  @Test func aModelIsPulledListedRunVerifiedAndRemoved() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let hub = try hub()
    let missing = try await run(["respond", "--model", "hf:me/tiny:Q8_0", "--max-tokens", "4", "Hi"], hub: hub)
    #expect(missing.status == 3 && missing.errors.contains("swiftlet pull hf:me/tiny:Q8_0"), "\(missing.errors)")
    #expect(hub.requests.isEmpty)

    let plan = try await run(["pull", "hf:me/tiny", "--dry-run"], hub: hub)
    #expect(plan.status == 0 && plan.text.contains("tiny-Q8_0.gguf"), "\(plan.errors)")
    let pulled = try await run(["pull", "hf:me/tiny", "--json"], hub: hub)
    #expect(pulled.status == 0, "\(pulled.errors)")
    let last = try object(try #require(pulled.text.split(separator: "\n").last))
    #expect(last["stage"] as? String == "finished" && last["completed"] as? Int == model.count)

    let count = hub.requests.count
    let path = try await run(["where", "hf:me/tiny"], hub: hub).text
    #expect(path.hasSuffix("/snapshots/\(ScriptedHub.commit)/tiny-Q8_0.gguf\n"), "\(path)")
    let answer = try await run(
      ["respond", "--model", "hf:me/tiny:Q8_0", "--greedy", "--max-tokens", "8", "Hi"], hub: hub)
    let same = try CommandLineTool.run(
      "respond", "--model", DefaultModel.bundledURL?.path ?? "", "--greedy", "--max-tokens", "8", "Hi")
    #expect(answer.status == 0 && answer.text == same.text && !answer.text.isEmpty, "\(answer.errors)")
    let listed = try await run(["list", "--json"], hub: hub)
    let entries = try #require(try JSONSerialization.jsonObject(with: listed.output) as? [[String: Any]])
    #expect(entries.count == 1 && entries[0]["name"] as? String == "hf:me/tiny:Q8_0", "\(listed.text)")
    #expect(entries[0]["complete"] as? Bool == true && entries[0]["size"] as? Int == model.count)
    #expect(try await run(["list"], hub: hub).text.contains("hf:me/tiny:Q8_0"))
    #expect(try await run(["verify", "hf:me/tiny"], hub: hub).status == 0)
    #expect(hub.requests.count == count, "What is on disk needs no network: \(hub.requests.dropFirst(count))")

    #expect(try await run(["default", "hf:me/tiny"]).status == 0)
    #expect(try await run(["default"]).text == "hf:me/tiny:Q8_0\n")
    #expect(try await run(["tokenize"]).status == 0)
    #expect(try await run(["default", "--clear"]).status == 0)

    #expect(try await run(["rm", "hf:me/tiny", "--dry-run"]).text.contains("tiny-Q8_0.gguf"))
    #expect(try await run(["rm", "hf:me/tiny", "--yes"]).status == 0)
    #expect(try await run(["where", "hf:me/tiny"]).status == 3)
    #expect(try await run(["list"]).text.isEmpty)
  }

  @Test func aModelIsDownloadedWhereItIsNamedIfTheUserWantsThat() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let hub = try hub()
    let refused = try await run(["tokenize", "--model", "hf:me/tiny", "--offline"], hub: hub)
    #expect(refused.status == 3 && hub.requests.isEmpty, "\(refused.errors)")
    let result = try await run(["tokenize", "--model", "hf:me/tiny", "--pull"], hub: hub)
    #expect(result.status == 0, "\(result.errors)")
  }

  #if os(Linux)
    @Test func proxiesAreUsedExceptWhereTheyAreNot() async throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let (hub, proxy) = (try hub(), try ScriptedProxy())
      var environment = ["http_proxy": proxy.address, "NO_PROXY": "", "no_proxy": "", "ALL_PROXY": ""]
      let pulled = try await run(["pull", "hf:me/tiny:Q8_0"], hub: hub, environment: environment)
      #expect(pulled.status == 0, "\(pulled.errors)")
      #expect(proxy.requests.contains { $0.hasPrefix("GET \(hub.address)/api/models/me/tiny") }, "\(proxy.requests)")
      #expect(proxy.requests.contains { $0.hasPrefix("GET \(hub.storageAddress)/") }, "\(proxy.requests)")
      #expect(proxy.requests.count == hub.requests.count)
      let count = proxy.requests.count
      environment["NO_PROXY"] = "example.com,127.0.0.1"
      let direct = try await run(["pull", "hf:me/tiny:F16"], hub: hub, environment: environment)
      #expect(direct.status == 0 && proxy.requests.count == count, "\(direct.errors)\(proxy.requests)")
      #expect(try await run(["verify"]).status == 0)
    }
  #endif

  @Test func modelsOfOllamaHaveTheirInstructionsAndParameters() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    func blob(_ bytes: [UInt8], _ kind: String) throws -> String {
      let digest = "\(SHA256.digest(of: bytes.span))"
      try write(bytes, to: ".ollama/models/blobs/sha256-\(digest)")
      return
        #"{"mediaType":"application/vnd.ollama.image.\#(kind)","digest":"sha256:\#(digest)","size":\#(bytes.count)}"#
    }
    let instructions = "You are a pirate. Say arr."
    for (tag, limit) in [("latest", ""), ("short", #","num_predict":3"#)] {
      let layers = [
        try blob(model, "model"), try blob(Array(instructions.utf8), "system"),
        try blob(Array(#"{"temperature":0,"num_ctx":512,"stop":["zzz"]\#(limit)}"#.utf8), "params"),
      ]
      let configuration = try blob(Array(#"{"model_format":"gguf"}"#.utf8), "config")
      let manifest = #"{"schemaVersion":2,"config":\#(configuration),"layers":[\#(layers.joined(separator: ","))]}"#
      try write(Array(manifest.utf8), to: ".ollama/models/manifests/registry.ollama.ai/library/tiny/\(tag)")
    }

    let prompt = "Tell me about the sea."
    let named = try await run(["respond", "--model", "ollama:tiny", "--max-tokens", "16", prompt])
    let told = try CommandLineTool.run(
      "respond", "--model", DefaultModel.bundledURL?.path ?? "", "--instructions", instructions, "--greedy",
      "--max-tokens", "16", prompt)
    let plain = try CommandLineTool.run(
      "respond", "--model", DefaultModel.bundledURL?.path ?? "", "--greedy", "--max-tokens", "16", prompt)
    #expect(named.status == 0 && named.text == told.text && named.text != plain.text, "\(named.errors)")
    let short = try await run(["respond", "--model", "ollama:tiny:short", prompt])
    let limited = try await run(["respond", "--model", "ollama:tiny", "--max-tokens", "3", prompt])
    #expect(short.status == 0 && short.text == limited.text && short.text != named.text, "\(short.text)")
    let longer = try await run(["respond", "--model", "ollama:tiny:short", "--max-tokens", "16", prompt])
    #expect(longer.text == named.text)
    let removal = try await run(["rm", "ollama:tiny", "--yes"])
    #expect(removal.status == 1 && removal.errors.contains("only read"), "\(removal.errors)")
  }

  @Test func filesAreChosenByPatternsAndPutIntoFolders() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let hub = try hub()
    let folder = home.appending(path: "models").path(percentEncoded: false)
    let pulled = try await run(["pull", "hf:me/tiny:Q8_0", "--dir", folder], hub: hub)
    #expect(pulled.status == 0 && pulled.text.hasSuffix("\(folder)/tiny-Q8_0.gguf\n"), "\(pulled.text)\(pulled.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tiny-Q8_0.gguf"])
    #expect(try await run(["tokenize", "--model", folder]).status == 0)
    let some = try await run(["pull", "hf:me/tiny", "--include", "*.md", "--include", "*F16*", "--json"], hub: hub)
    #expect(some.status == 0 && some.text.contains("README.md") && !some.text.contains("Q8_0"), "\(some.errors)")
    #expect(try await run(["where", "hf:me/tiny:F16"]).status == 0)
    #expect(try await run(["where", "hf:me/tiny:Q8_0"]).status == 3)
  }

  @Test func exitStatusesTellFailuresApart() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let hub = try hub()
    hub.set(["a-Q8_0.gguf": model, "b-Q8_0.gguf": model], in: "me/two")
    let ambiguous = try await run(["pull", "hf:me/two"], hub: hub)
    #expect(ambiguous.status == 2 && ambiguous.errors.contains("fits in memory"), "\(ambiguous.errors)")
    for (fault, status) in [(ScriptedHub.Fault.missing, 3), (.gated, 4), (.flip, 1), (.html, 1)] {
      hub.fault = fault
      let result = try await run(["pull", "hf:me/tiny"], hub: hub)
      #expect(result.status == Int32(status), "\(fault): \(result.errors)")
    }
    hub.fault = .none
    let several = try await run(["pull", "hf:me/none", "hf:me/tiny:Q8_0"], hub: hub)
    #expect(several.status == 3 && several.text.contains("tiny-Q8_0.gguf"), "\(several.errors)")
    let path = home.appending(path: "x.gguf")
    try Data(model).write(to: path)
    #expect(try await run(["tokenize", "--model", path.absoluteString]).status == 0)
    try Data("print()".utf8).write(to: home.appending(path: "x.py"))
    #expect(try await run(["default", home.appending(path: "x.py").path(percentEncoded: false)]).status == 1)
    hub.fault = .gated
    #expect(try await run(["pull", "hf:me/tiny", "--token", "hf_x", "--connections", "3"], hub: hub).status == 0)
  }

  @Test func wrongNamesAreUsageErrors() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    for (arguments, part) in [
      (["pull", "hf:me"], "user/repository"), (["respond", "--model", "hf:../..", "Hi"], "--model"),
      (["where"], "NAME"), (["pull", "ollama:x", "--quant", "Q8_0"], "--quant"), (["rm"], "NAME"),
      (["pull", "hf:me/x:Q8_0", "--quant", "Q4_0"], "--quant"), (["pull", "hf:me/x", "--dir", ""], "--dir"),
      (["pull", "hf:me/x@v1", "--revision", "v2"], "--revision"),
      (["pull", "https://host/x.gguf", "--dir", "x"], "--dir"), (["pull", "ollama:x", "--include", "*"], "--include"),
    ] {
      let result = try await run(arguments)
      #expect(result.status == 2 && result.errors.contains(part), "\(arguments): \(result.errors)")
    }
  }
}
