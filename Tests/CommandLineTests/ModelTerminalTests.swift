#if os(Linux)
  import Foundation
  import SwiftletWeights
  import TestSupport
  import Testing

  /// Models that are not on disk, and the advice to users of the bundled one, on a terminal.
  @Suite(.serialized, .enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
  struct ModelTerminalTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "models-" + UUID().uuidString)
    private let hub: ScriptedHub

    init() throws {
      let model = Array(try Data(contentsOf: try #require(DefaultModel.bundledURL)))
      hub = try ScriptedHub(repositories: ["me/tiny": ["tiny-Q8_0.gguf": model]])
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    /// Runs the tool at a terminal with an empty home folder, off the threads that the tests share.
    private func run(
      _ arguments: [String], typing: [CommandLineTool.Typing]
    ) async throws -> (text: String, status: Int32) {
      var environment = ["HOME": home.path(percentEncoded: false), "HF_ENDPOINT": hub.address, "TERM": "dumb"]
      for name in [
        "HF_HOME", "HF_HUB_CACHE", "SWIFTLET_CACHE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HF_TOKEN",
        "SWIFTLET_MODEL",
      ] { environment[name] = "" }
      let all = environment
      return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            with: Result { try CommandLineTool.runAtTerminal(arguments, environment: all, typing: typing) })
        }
      }
    }

    @Test("A missing model is downloaded if the answer is yes, or empty", arguments: ["y\n", "YES\n", "\n"])
    func yes(answer: String) async throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let result = try await run(
        ["where", "hf:me/tiny"], typing: [])
      #expect(result.status == 3 && !result.text.contains("[Y/n]"), "where has nothing to ask: \(result.text)")
      let asked = try await run(
        ["inspect", "hf:me/tiny"], typing: [.init(trigger: "? [Y/n] ", text: answer)])
      #expect(asked.status == 0, "\(asked.text)")
      #expect(asked.text.contains(#/hf:me/tiny:Q8_0: download [0-9.]+ MB\? \[Y/n\] /#), "\(asked.text)")
      #expect(hub.downloads.count >= 1)
      let again = try await run(["inspect", "hf:me/tiny"], typing: [])
      #expect(again.status == 0 && !again.text.contains("[Y/n]"), "\(again.text)")
    }

    @Test(
      "Nothing is downloaded if the answer is no, another word, or the end of the input",
      arguments: ["n\n", "no\n", "later\n", "\u{4}"])
    func no(answer: String) async throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let result = try await run(
        ["inspect", "hf:me/tiny"], typing: [.init(trigger: "? [Y/n] ", text: answer)])
      #expect(result.status == 3 && result.text.contains("swiftlet pull hf:me/tiny"), "\(result.text)")
      #expect(hub.downloads.isEmpty)
    }

    @Test("Who is at a terminal is not asked where the network is forbidden, nor where the download is wanted")
    func neverAsked() async throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let offline = try await run(["inspect", "hf:me/tiny", "--offline"], typing: [])
      #expect(offline.status == 3 && !offline.text.contains("[Y/n]") && hub.requests.isEmpty, "\(offline.text)")
      let wanted = try await run(["inspect", "hf:me/tiny", "--pull"], typing: [])
      #expect(wanted.status == 0 && !wanted.text.contains("[Y/n]"), "\(wanted.text)")
    }

    @Test("A chat with the bundled model begins with what it is, and the commands for better ones that fit")
    func advice() async throws {
      defer { try? FileManager.default.removeItem(at: home) }
      let result = try await run(["chat"], typing: [.init(trigger: "> ", text: "/quit\r")])
      let expected = "This is the small model that comes with Swiftlet."
      #expect(result.status == 0, "\(result.text)")
      let suggestions = result.text.matches(of: #/swiftlet default --pull hf:[^ ]+ +[^ ].*[0-9.]+ [MG]B/#).count
      #expect(result.text.contains(expected) == (suggestions > 0) && suggestions <= 3, "\(result.text)")
      // A machine with six gigabytes has three that fit.
      let kilobytes =
        try String(contentsOf: URL(filePath: "/proc/meminfo"), encoding: .utf8)
        .firstMatch(of: #/MemAvailable: +([0-9]+) kB/#).flatMap { Int($0.output.1) } ?? 0
      let isContainer = FileManager.default.fileExists(atPath: "/.dockerenv")
      if kilobytes > 6_000_000, !isContainer { #expect(suggestions == 3, "\(result.text)") }
      let named = try await run(
        ["chat", "--model", DefaultModel.bundledURL?.path(percentEncoded: false) ?? ""],
        typing: [.init(trigger: "> ", text: "/quit\r")])
      #expect(named.status == 0 && !named.text.contains(expected), "\(named.text)")
    }
  }
#endif
