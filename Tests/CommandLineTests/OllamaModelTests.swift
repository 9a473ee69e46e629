import Foundation
import SwiftletGGUF
import SwiftletHashing
import TestSupport
import Testing

/// A model of ollama with everything that its manifest can have, against the same settings given by hand.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: TestFiles.defaultModel), "needs the default model"))
struct OllamaModelTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "ollama-" + UUID().uuidString)
  private static let prompt = "Tell me about the sea."

  private func write(_ bytes: [UInt8], to path: String) throws {
    let url = home.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Puts a model with further layers into ollama's store.
  private func place(_ tag: String, _ layers: [(kind: String, bytes: [UInt8])]) throws {
    let model = Array(try Data(contentsOf: URL(filePath: TestFiles.defaultModel)))
    let entries = try ([("model", model)] + layers).map { kind, bytes in
      let digest = "\(SHA256.digest(of: bytes.span))"
      try write(bytes, to: ".ollama/models/blobs/sha256-\(digest)")
      return
        #"{"mediaType":"application/vnd.ollama.image.\#(kind)","digest":"sha256:\#(digest)","size":\#(bytes.count)}"#
    }
    let manifest = #"{"schemaVersion":2,"layers":[\#(entries.joined(separator: ","))]}"#
    try write(Array(manifest.utf8), to: ".ollama/models/manifests/registry.ollama.ai/library/tiny/\(tag)")
  }

  private func respond(_ tag: String, _ options: [String] = []) throws -> String {
    let result = try CommandLineTool.run(
      arguments: ["respond", "--model", "ollama:tiny:\(tag)", "--max-tokens", "24", Self.prompt] + options,
      environment: ["HOME": home.path(percentEncoded: false), "OLLAMA_MODELS": ""])
    #expect(result.status == 0, "\(result.errors)")
    return result.text
  }

  /// Answers the prompt after an exchange, without a store.
  private func reference(_ history: String, _ options: [String]) throws -> String {
    let request =
      #"{"messages":[\#(history)"# + #"{"role":"user","content":"\#(Self.prompt)"}],"max_tokens":24}"#
    let run = try BatchRun([request], ["--greedy"] + options)
    return try #require(run.texts.first ?? nil)
  }

  @Test func adaptersMessagesAndStopSequencesApply() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let adapter = home.appending(path: "adapter.gguf").path(percentEncoded: false)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try AdapterOptionTests.write(to: adapter, alpha: 8)
    let lora = Array(try Data(contentsOf: URL(filePath: adapter)))
    let greedy = Array(#"{"temperature":0}"#.utf8)
    let history =
      #"{"role":"user","content":"Hi"},{"role":"assistant","content":"Arr, the sea is wide."}"#

    try place("plain", [("params", greedy)])
    let plain = try respond("plain")
    #expect(plain == (try reference("", [])) + "\n")

    try place("adapted", [("params", greedy), ("adapter", lora)])
    let adapted = try respond("adapted")
    #expect(adapted == (try reference("", ["--lora", adapter])) + "\n" && adapted != plain)

    try place("examples", [("params", greedy), ("messages", Array("[\(history)]".utf8))])
    let examples = try respond("examples")
    #expect(examples == (try reference(history + ",", [])) + "\n" && examples != plain)

    // A word in the middle of the answer ends it.
    let words = plain.split(separator: " ")
    let stop = String(try #require(words.dropFirst(words.count / 2).first { $0.allSatisfy(\.isLetter) }))
    let end = try #require(plain.firstRange(of: stop)).lowerBound
    try place("stopped", [("params", Array(#"{"temperature":0,"stop":["\#(stop)"]}"#.utf8))])
    #expect(
      try respond("stopped").trimmingCharacters(in: .whitespacesAndNewlines)
        == plain[..<end].trimmingCharacters(in: .whitespacesAndNewlines))

    try place("both", [("params", greedy), ("adapter", lora), ("messages", Array("[\(history)]".utf8))])
    #expect(try respond("both") == (try reference(history + ",", ["--lora", adapter])) + "\n")
    // The user's own adapter replaces that of the store.
    #expect(try respond("adapted", ["--lora", adapter + ":0"]) == plain)
  }
}
