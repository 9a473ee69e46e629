import Foundation
import Testing

@testable import SwiftletStore

/// The stores of ollama and LM Studio are read in place, and never written.
@Suite struct OtherStoresTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  /// Puts a model into ollama's store.
  private func placeOllama(
    _ path: String, _ layers: [(kind: String, bytes: [UInt8])], config: String? = #"{"model_format":"gguf"}"#,
    root: String = ".ollama/models"
  ) throws {
    func layer(_ kind: String, _ bytes: [UInt8]) throws -> String {
      try folder.write(bytes, to: "\(root)/blobs/sha256-\(sha256Digits(bytes))")
      return #"{"mediaType":"application/vnd.ollama.image.\#(kind)","digest":"sha256:\#(sha256Digits(bytes))","#
        + #""size":\#(bytes.count)}"#
    }
    let list = try layers.map { try layer($0.kind, $0.bytes) }.joined(separator: ",")
    let head = try config.map { #""config":\#(try layer("config", Array($0.utf8))),"# } ?? ""
    let manifest =
      #"{"schemaVersion":2,"mediaType":"application/vnd.docker.distribution.manifest.v2+json",\#(head)"layers":[\#(list)]}"#
    try folder.write(manifest.utf8, to: "\(root)/manifests/\(path)")
  }

  @Test func allLayersOfOllamaAreHonoured() async throws {
    let model = try modelBytes(architecture: "gemma3")
    try placeOllama(
      "registry.ollama.ai/library/Gemma3/4b",
      [
        ("model", model), ("projector", [2, 2]), ("adapter", [3]), ("system", Array("Be brief.".utf8)),
        (
          "params",
          Array(
            #"{"temperature":0.5,"top_k":64,"top_p":0.95,"stop":["<end>"],"num_ctx":8192,"num_predict":99,"x":1}"#.utf8)
        ),
        ("messages", Array(#"[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]"#.utf8)),
        ("template", Array("{{ .Prompt }}".utf8)), ("license", Array("free".utf8)), ("license", Array("really".utf8)),
      ], config: #"{"model_format":"gguf","model_family":"gemma3","file_type":"Q4_K_M"}"#)
    let before = try folder.fingerprint(of: ".ollama")
    let store = folder.store
    let resolved = try store.resolve(name("ollama:gemma3:4B"))
    #expect(resolved.files.map(\.lastPathComponent) == ["sha256-\(sha256Digits(model))"])
    #expect(resolved.projector?.lastPathComponent == "sha256-\(sha256Digits([2, 2]))")
    #expect(resolved.adapters.map(\.lastPathComponent) == ["sha256-\(sha256Digits([3]))"])
    #expect(resolved.instructions == "Be brief." && resolved.licenses == ["free", "really"])
    #expect(resolved.quantization == "Q4_K_M" && resolved.store == .ollama && resolved.byteCount == model.count)
    let parameters = try #require(resolved.parameters)
    let values = ["temperature", "top_k", "top_p"].map { parameters.values[$0]?.double }
    #expect(values == [0.5, 64, 0.95] && parameters.stop == ["<end>"] && parameters.contextSize == 8192)
    #expect(parameters.maximumTokenCount == 99)
    #expect(
      resolved.messages == [
        ExampleMessage(role: .user, content: "Hi"), ExampleMessage(role: .assistant, content: "Hello"),
      ])
    let listed = try #require(store.models().first)
    #expect(listed.name.description == "ollama:Gemma3:4b" && listed.isComplete && listed.architecture == "gemma3")
    #expect(try await store.verify(name("ollama:gemma3:4b")).map(\.outcome) == [.intact, .intact, .intact])
    try await store.prune(oldRevisions: true, age: 0)
    #expect(try folder.fingerprint(of: ".ollama") == before)
  }

  @Test("18: what is on disk is found in each store, run in place, and never written to")
  func allStoresAreFound() async throws {
    let model = try modelBytes("shared")
    try folder.place(["x-Q8_0.gguf": model])
    try placeOllama("registry.ollama.ai/library/x/latest", [("model", model)])
    try folder.write(model, to: ".lmstudio/models/me/x/x-Q8_0.gguf")
    let before = try [".ollama", ".lmstudio", ".cache"].map { try folder.fingerprint(of: $0) }
    let store = folder.store
    #expect(Set(store.models().map(\.store)) == [.huggingFace, .ollama, .lmStudio])
    #expect(store.models().allSatisfy { $0.isComplete && $0.architecture == "llama" })
    let blob = "\(folder.path)/.ollama/models/blobs/sha256-\(sha256Digits(model))"
    #expect(try store.files(of: name("ollama:x")).map { $0.path(percentEncoded: false) } == [blob])
    for text in ["hf:me/ok", "ollama:x", "lmstudio:me/x"] {
      let last = try await store.download(name(text)) { _ in }
      #expect(try FileSystem.contents(try #require(last.files.first).path, limit: 1 << 20) == model)
    }
    #expect(try await store.verify().allSatisfy { if case .damaged = $0.outcome { false } else { true } })
    try await store.prune(oldRevisions: true, age: 0)
    #expect(try [".ollama", ".lmstudio", ".cache"].map { try folder.fingerprint(of: $0) } == before)
  }

  @Test(arguments: [
    (["a-Q8_0.gguf", "mmproj-F16.gguf"], "a-Q8_0.gguf", "mmproj-F16.gguf"),
    (["a-Q8_0.gguf", "mmproj-F16.gguf", "mmproj-Q8_0.gguf"], "a-Q8_0.gguf", "mmproj-Q8_0.gguf"),
    (["a-Q8_0.gguf", "b-Q8_0.gguf", "mmproj-a-F16.gguf"], "a-Q8_0.gguf", "mmproj-a-F16.gguf"),
    (["a-Q8_0.gguf", "b-Q8_0.gguf", "mmproj-a-F16.gguf"], "b-Q8_0.gguf", nil),
    (["a-Q8_0.gguf", "b-Q8_0.gguf", "mmproj-F16.gguf"], "b-Q8_0.gguf", "mmproj-F16.gguf"),
    (["a-Q8_0.gguf", "mmproj-F16.gguf"], "mmproj-F16.gguf", nil), (["a-Q8_0.gguf"], "a-Q8_0.gguf", nil),
  ])
  func theProjectorBesideAFileIsItsOwn(_ files: [String], _ model: String, _ projector: String?) throws {
    for file in files { try folder.write([1], to: "models/\(file)") }
    let resolved = try folder.store.resolve(.file(path: "\(folder.path)/models/\(model)"))
    #expect(resolved.projector?.lastPathComponent == projector)
  }

  @Test func modelsThatShareABlobAreAllListed() throws {
    let model = try modelBytes()
    for tag in ["latest", "4b"] { try placeOllama("registry.ollama.ai/library/x/\(tag)", [("model", model)]) }
    #expect(folder.store.models().map(\.name.description).sorted() == ["ollama:x:4b", "ollama:x:latest"])
  }

  @Test func otherRegistriesAndFoldersAreFound() throws {
    try placeOllama("localhost:5000/ns/m/t", [("model", try modelBytes())], root: "other")
    let store = ModelStore(environment: folder.environment(["OLLAMA_MODELS": folder.path + "/other"]))
    #expect(try store.files(of: name("ollama:localhost:5000/ns/m:t")).count == 1)
    #expect(store.models().map(\.name.description) == ["ollama:localhost:5000/ns/m:t"])
    // The store of the service is read beside the user's.
    try placeOllama("registry.ollama.ai/library/s/latest", [("model", try modelBytes())], root: "service")
    #expect(try folder.store.files(of: name("ollama:s")).count == 1)
  }

  @Test func modelsThatCannotRunAreExplained() throws {
    try placeOllama("registry.ollama.ai/library/cloud/latest", [], config: nil)
    try placeOllama(
      "registry.ollama.ai/library/cloud/big", [("model", try modelBytes())],
      config: #"{"remote_host":"https://ollama.com:443"}"#)
    try placeOllama(
      "registry.ollama.ai/library/st/latest", [("tensor", [1])], config: #"{"model_format":"safetensors"}"#)
    try placeOllama("registry.ollama.ai/library/old/latest", [("model", Array("tjgg0000".utf8))])
    func failure(_ text: String) -> String {
      do {
        return try "\(folder.store.files(of: name(text)))"
      } catch {
        return "\(error)"
      }
    }
    #expect(failure("ollama:cloud").contains("no layers"))
    #expect(failure("ollama:cloud:big").contains("runs at https://ollama.com"))
    #expect(failure("ollama:st").contains("safetensors"))
    #expect(failure("ollama:old").contains("GGML"))
    #expect(failure("ollama:none").contains("ollama pull none:latest"))
  }

  @Test(arguments: [
    "", "{", "[1]", #"{"layers":[{"mediaType":"x","digest":"sha256:../../etc/passwd","size":1}]}"#,
    #"{"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:ab","size":1}]}"#,
    #"{"layers":[{"mediaType":"a","digest":"sha256:\#(String(repeating: "a", count: 64))","size":-1}]}"#,
  ])
  func damagedManifestsAreErrors(_ text: String) throws {
    try folder.write(text.utf8, to: ".ollama/models/manifests/registry.ollama.ai/library/x/latest")
    guard
      case .damaged? = #expect(
        throws: ModelStoreError.self, performing: { try folder.store.files(of: name("ollama:x")) })
    else {
      Issue.record("another error")
      return
    }
    let inventory = folder.store.inventory()
    #expect(inventory.models.isEmpty && inventory.failures.count == 1)
  }

  @Test func truncatedAndMissingBlobsAreErrors() throws {
    let model = try modelBytes()
    try placeOllama("registry.ollama.ai/library/x/latest", [("model", model)])
    let blob = ".ollama/models/blobs/sha256-\(sha256Digits(model))"
    try folder.write(model.dropLast(), to: blob)
    let expected = "\(model.count) bytes"
    #expect(
      throws: ModelStoreError.damaged(
        file: "\(folder.path)/\(blob)", expected: expected, got: "\(model.count - 1) bytes")
    ) { try folder.store.files(of: name("ollama:x")) }
    try FileSystem.remove("\(folder.path)/\(blob)")
    #expect(
      throws: ModelStoreError.damaged(file: "\(folder.path)/\(blob)", expected: expected, got: "no such file")
    ) { try folder.store.files(of: name("ollama:x")) }
    #expect(folder.store.models().map(\.isComplete) == [false])
  }

  @Test(.enabled(if: geteuid() != 0, "permissions do not bind the superuser"))
  func missingPermissionIsNotAMissingModel() throws {
    try placeOllama("registry.ollama.ai/library/x/latest", [("model", try modelBytes())])
    let path = folder.path + "/.ollama/models"
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    #expect(throws: ModelStoreError.unreadable(path: path, reason: "no permission")) {
      try folder.store.files(of: name("ollama:x"))
    }
    #expect(folder.store.inventory().failures == [.unreadable(path: path, reason: "no permission")])
  }

  @Test func foldersOfLMStudioAreRead() async throws {
    let bytes = try modelBytes(architecture: "qwen3")
    let root = ".lmstudio/models/lmstudio-community/Qwen3-4B-GGUF"
    try folder.write(bytes, to: "\(root)/Qwen3-4B-Q4_K_M.gguf")
    try folder.write([1], to: "\(root)/mmproj-F16.gguf")
    try folder.write([1], to: ".cache/lm-studio/models/a/b/old-Q8_0.gguf")
    try folder.write([1], to: "elsewhere/c/d/new-Q8_0.gguf")
    try folder.write(#"{"downloadsFolder":"~/elsewhere"}"#.utf8, to: ".lmstudio/settings.json")
    let before = try folder.fingerprint(of: ".lmstudio")
    let store = folder.store
    for text in ["", ":q4_k_m", "/Qwen3-4B-Q4_K_M.gguf"] {
      let resolved = try store.resolve(name("lmstudio:lmstudio-community/qwen3-4b-gguf\(text)"))
      #expect(resolved.files.map(\.lastPathComponent) == ["Qwen3-4B-Q4_K_M.gguf"])
      #expect(resolved.projector?.lastPathComponent == "mmproj-F16.gguf")
    }
    #expect(
      store.models().map(\.name.description).sorted() == [
        "lmstudio:a/b:Q8_0", "lmstudio:c/d:Q8_0", "lmstudio:lmstudio-community/Qwen3-4B-GGUF:Q4_K_M",
      ])
    #expect(throws: ModelStoreError.self) { try store.files(of: name("lmstudio:no/model")) }
    #expect(throws: ModelStoreError.self) { try store.files(of: name("lmstudio:a/b:Q4_0")) }
    #expect(try await store.verify(name("lmstudio:a/b")).map(\.outcome) == [.unverifiable])
    #expect(try folder.fingerprint(of: ".lmstudio") == before)
  }

  @Test func filesOfURLsAreFound() async throws {
    let url = try #require(URL(string: "https://example.com/a/x-00002-of-00002.gguf"))
    let urls = try #require(folder.store.urlStore)
    #expect(urls.root == folder.path + "/.cache/swiftlet/urls")
    let first = try #require(URL(string: "https://example.com/a/x-00001-of-00002.gguf"))
    #expect(urls.folder(of: url) == urls.folder(of: first))
    #expect(throws: ModelStoreError.notDownloaded(name: .url(url), missingBytes: nil)) {
      try folder.store.files(of: .url(url))
    }
    let place = ".cache/swiftlet/urls/" + URL(filePath: urls.folder(of: url)).lastPathComponent
    try folder.write([1], to: "\(place)/x-00001-of-00002.gguf")
    try folder.write([2], to: "\(place)/x-00002-of-00002.gguf")
    let source = URLStore.Source(
      url: first.absoluteString,
      checksums: ["x-00001-of-00002.gguf": sha256Digits([1]), "x-00002-of-00002.gguf": sha256Digits([0])])
    try urls.store(source, inFolder: urls.folder(of: url))
    #expect(urls.source(ofFolder: urls.folder(of: url)) == source)
    #expect(try folder.store.files(of: .url(url)).count == 2)
    #expect(folder.store.models().map(\.store) == [.url])
    let outcomes = try await folder.store.verify(.url(url)).map(\.outcome)
    #expect(outcomes == [.intact, .damaged(expected: sha256Digits([0]), got: sha256Digits([2]))])
    #expect(try await folder.store.remove(.url(url)).paths.count == 3)
    #expect(!FileSystem.exists(urls.folder(of: url)))
  }
}
