import Foundation
import Testing

@testable import SwiftletStore

/// Folders without permission are errors that name them; their models are not said to be missing.
///
/// The superuser may read everything, so the test of permissions is replaced.
@Suite struct UnreadableStoreTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  /// A store that may not read a folder below the home folder.
  private func store(forbidding path: String) -> ModelStore {
    var environment = folder.environment
    let forbidden = "\(folder.path)/\(path)"
    environment.isForbidden = { $0 == forbidden || $0.hasPrefix(forbidden + "/") }
    return ModelStore(environment: environment)
  }

  @Test(arguments: [
    ("hf:me/ok", ".cache/huggingface/hub"), ("hf:me/ok", ".cache/huggingface/hub/models--me--ok"),
    ("hf:me/ok:Q4_0", ".cache/huggingface/hub/models--me--ok/snapshots"),
    ("hf:me/ok", ".cache/huggingface/hub/models--me--ok/blobs"), ("ollama:x", ".ollama/models"),
    ("ollama:x", ".ollama/models/manifests"), ("lmstudio:a/b", ".lmstudio/models"),
    ("lmstudio:a/b", ".lmstudio/models/a"), ("lmstudio:a/b", ".lmstudio/models/a/b"),
    ("https://example.com/x.gguf", ".cache/swiftlet/urls"),
  ])
  func missingPermissionIsNotAMissingModel(_ text: String, _ path: String) throws {
    for name in [
      ".cache/huggingface/hub/models--me--ok/blobs/x", ".ollama/models/manifests/x", ".lmstudio/models/a/b/x",
      ".cache/swiftlet/urls/x",
    ] { try folder.write([], to: name) }
    let store = store(forbidding: path)
    let error = #expect(throws: ModelStoreError.self) { try store.files(of: name(text)) }
    guard case .unreadable(let found, "no permission")? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(folder.path)/\(path)".hasPrefix(found) || found.hasPrefix("\(folder.path)/\(path)"))
    let failures = store.inventory().failures
    #expect(
      failures.contains { failure in
        if case .unreadable(let noted, _) = failure {
          noted.hasPrefix("\(folder.path)/\(path)") || noted == found
        } else {
          false
        }
      }, "\(failures)")
  }

  @Test func whatIsMissingElsewhereIsMissing() throws {
    let store = store(forbidding: ".ollama/models")
    #expect(throws: ModelStoreError.notDownloaded(name: try name("hf:me/ok"), missingBytes: nil)) {
      try store.files(of: name("hf:me/ok"))
    }
    #expect(ModelStore(environment: folder.environment).inventory().failures.isEmpty)
  }

  @Test func permissionsOfTheSystemAreAsked() throws {
    let path = try folder.write([1], to: "d/x")
    #expect(!FileSystem.isForbidden(path) && !FileSystem.isForbidden(folder.path + "/none"))
    // Not even the superuser may enter the folder of a file.
    #expect(!FileSystem.isForbidden(path + "/y"))
    #expect(!folder.environment.isForbidden(path))
  }

  @Test(
    .enabled(if: geteuid() != 0, "permissions do not bind the superuser"),
    arguments: [".cache/huggingface/hub", ".cache/huggingface/hub/models--me--ok/snapshots"])
  func permissionsOfTheHubCache(_ path: String) throws {
    try folder.place(["x-Q4_0.gguf": [1]])
    let path = "\(folder.path)/\(path)"
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    #expect(throws: ModelStoreError.unreadable(path: path, reason: "no permission")) {
      try folder.store.files(of: name("hf:me/ok"))
    }
    #expect(folder.store.inventory().failures == [.unreadable(path: path, reason: "no permission")])
  }

  #if os(Linux)
    @Test func verificationGoesOnAfterAFileThatCannotBeRead() async throws {
      let blobs = try folder.place(["x-Q4_0.gguf": [1], "y-Q8_0.gguf": [2]])
      let blob = "\(folder.hub.repository("me/ok").blobs)/\(try #require(blobs["x-Q4_0.gguf"]))"
      // The file of a process's own memory exists, and cannot be read at its beginning by anybody.
      try FileSystem.remove(blob)
      try FileSystem.link(blob, to: "/proc/self/mem")
      let results = try await folder.store.verify()
      guard results.count == 2, case .unreadable = results[0].outcome else {
        Issue.record("\(results)")
        return
      }
      #expect(results[1].outcome == .intact)
    }
  #endif
}
