import Foundation
import Testing

@testable import SwiftletStore

/// The hub cache is read and written as huggingface_hub has it.
@Suite struct HubCacheTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  private var repository: CachedRepository { folder.hub.repository("me/ok") }

  @Test func filesAreLinksToBlobs() throws {
    let blobs = try folder.place(["a/b/x-Q8_0.gguf": [1, 2, 3], "x-Q4_0.gguf": [4]])
    let hub = ".cache/huggingface/hub"
    let root = "models--me--ok"
    let first = try #require(blobs["x-Q4_0.gguf"]), second = try #require(blobs["a/b/x-Q8_0.gguf"])
    #expect(
      folder.entries(of: hub) == [
        "CACHEDIR.TAG", "\(root)/blobs/\(min(first, second))", "\(root)/blobs/\(max(first, second))",
        "\(root)/refs/main", "\(root)/snapshots/\(StoreFolder.commit)/a/b/x-Q8_0.gguf",
        "\(root)/snapshots/\(StoreFolder.commit)/x-Q4_0.gguf",
      ])
    #expect(
      FileSystem.target(ofLink: repository.location(of: "x-Q4_0.gguf", commit: StoreFolder.commit))
        == "../../blobs/\(first)")
    #expect(
      FileSystem.target(ofLink: repository.location(of: "a/b/x-Q8_0.gguf", commit: StoreFolder.commit))
        == "../../../../blobs/\(second)")
    #expect(try FileSystem.contents(repository.refs + "/main", limit: 100) == Array(StoreFolder.commit.utf8))
    let tag = String(decoding: try FileSystem.contents(folder.hub.root + "/CACHEDIR.TAG", limit: 1000), as: UTF8.self)
    #expect(tag.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n# This file is a cache directory tag"))
  }

  @Test func placingTwiceChangesNothing() throws {
    try folder.place(["x-Q4_0.gguf": [4]])
    let before = try folder.fingerprint(of: ".cache")
    let blob = sha256Digits([4])
    try repository.place(blob: blob, as: "x-Q4_0.gguf", commit: StoreFolder.commit)
    try repository.setReference("main", to: StoreFolder.commit)
    #expect(try folder.fingerprint(of: ".cache") == before)
    // A file or another link of that name is replaced in one step.
    try folder.place(["y": [5]])
    try repository.place(blob: sha256Digits([5]), as: "x-Q4_0.gguf", commit: StoreFolder.commit)
    #expect(repository.files(commit: StoreFolder.commit).map(\.blob) == [sha256Digits([5]), sha256Digits([5])])
  }

  @Test(arguments: ["../x", "/x", "a/../../x", "a\\b", "", "a//b"])
  func pathsThatLeaveTheFolderAreRefused(_ path: String) throws {
    try repository.create()
    #expect(throws: ModelStoreError.self) {
      try repository.place(blob: sha256Digits([1]), as: path, commit: StoreFolder.commit)
    }
    #expect(throws: ModelStoreError.self) {
      try repository.place(blob: "../x", as: "y", commit: StoreFolder.commit)
    }
    #expect(folder.entries(of: ".cache") == [])
  }

  @Test func filesLieInSnapshotsWithoutLinks() throws {
    try folder.place(["x-Q4_0.gguf": try modelBytes()])
    let blob = sha256Digits(try modelBytes())
    try repository.place(blob: blob, as: "x-Q4_0.gguf", commit: StoreFolder.commit, usesLinks: false)
    let file = try #require(repository.files(commit: StoreFolder.commit).first)
    #expect(file.blob == nil && FileSystem.status(file.location, followsLink: false)?.kind == .file)
    #expect(try folder.store.files(of: name("hf:me/ok:Q4_0")).map(\.path) == [file.location])
    #expect(folder.store.models().map(\.isComplete) == [true])
    try #expect(repository.supportsLinks(folder.environment))
    try #expect(!repository.supportsLinks(folder.environment(["HF_HUB_DISABLE_SYMLINKS": "1"])))
  }

  @Test func linksThatLeadNowhereAreAbsent() throws {
    let blobs = try folder.place(["x-Q4_0.gguf": [4], "x-Q8_0.gguf": [8]])
    try FileSystem.remove("\(repository.blobs)/\(try #require(blobs["x-Q4_0.gguf"]))")
    #expect(repository.files(commit: StoreFolder.commit).map(\.path) == ["x-Q8_0.gguf"])
    #expect(throws: ModelStoreError.notDownloaded(name: try name("hf:me/ok:Q4_0"), missingBytes: nil)) {
      try folder.store.files(of: name("hf:me/ok:Q4_0"))
    }
  }

  @Test func listingsAreThoseOfHuggingFaceHub() throws {
    let tree = CachedTree(files: [
      "b \"ü\".gguf": .init(byteCount: 5, gitHash: "01", sha256: "ab", xetHash: "ff"),
      "README.md": .init(byteCount: 7, gitHash: "02"),
    ])
    // Written by `json.dump(…, indent=1)` of Python for the same entries.
    let expected = """
      {
       "format_version": 1,
       "files": {
        "README.md": {
         "size": 7,
         "blob_id": "02"
        },
        "b \\"\\u00fc\\".gguf": {
         "size": 5,
         "blob_id": "01",
         "lfs_sha256": "ab",
         "lfs_size": 5,
         "xet_hash": "ff"
        }
       }
      }
      """
    #expect(String(decoding: tree.bytes, as: UTF8.self) == expected)
    try repository.store(tree, commit: StoreFolder.commit)
    #expect(CachedTree(path: repository.treePath(commit: StoreFolder.commit)) == tree)
    #expect(String(decoding: CachedTree(files: [:]).bytes, as: UTF8.self).contains("\"files\": {}"))
  }

  @Test(arguments: [
    "", "{", "[]", "{\"format_version\": 2, \"files\": {}}", "{\"format_version\": 1}",
    "{\"format_version\": 1, \"files\": {\"../x\": {\"size\": 1, \"blob_id\": \"a\"}}}",
    "{\"format_version\": 1, \"files\": {\"x\": {\"size\": -1, \"blob_id\": \"a\"}}}",
    "{\"format_version\": 1, \"files\": {\"x\": {\"size\": 1e99, \"blob_id\": \"a\"}}}",
  ])
  func damagedListingsAreAbsent(_ text: String) throws {
    let path = try folder.write(text.utf8, to: "tree.json")
    #expect(CachedTree(path: path) == nil)
  }

  @Test func revisionsAreFound() throws {
    try folder.place(["x-Q4_0.gguf": [1]], commit: StoreFolder.older, reference: "v1")
    try folder.place(["x-Q4_0.gguf": [2]])
    try folder.place(["y-Q4_0.gguf": [3]], commit: String(repeating: "c", count: 40), reference: "feature/x")
    func contents(_ text: String) throws -> [UInt8] {
      try FileSystem.contents(try #require(folder.store.files(of: name(text)).first).path, limit: 10)
    }
    #expect(try contents("hf:me/ok:Q4_0") == [2])
    #expect(try contents("hf:me/ok@main:Q4_0") == [2])
    #expect(try contents("hf:me/ok@v1:Q4_0") == [1])
    #expect(try contents("hf:me/ok@\(StoreFolder.older):Q4_0") == [1])
    #expect(try contents("hf:me/ok@bbbbbbb:Q4_0") == [1])
    #expect(try contents("hf:me/ok@feature%2Fx:Q4_0") == [3])
    #expect(throws: ModelStoreError.self) { try contents("hf:me/ok@v2:Q4_0") }
    // Without a revision `main` is meant, and what only others have is not.
    #expect(throws: ModelStoreError.notDownloaded(name: try name("hf:me/ok/y-Q4_0.gguf"), missingBytes: nil)) {
      try contents("hf:me/ok/y-Q4_0.gguf")
    }
  }

  @Test(arguments: [
    ([:], "/h/.cache/huggingface/hub"), (["XDG_CACHE_HOME": "/x"], "/x/huggingface/hub"),
    (["XDG_CACHE_HOME": "relative"], "/h/.cache/huggingface/hub"),
    (["XDG_CACHE_HOME": "/x", "HF_HOME": "~/hf/"], "/h/hf/hub"),
    (["HF_HOME": "/f", "HUGGINGFACE_HUB_CACHE": "/g"], "/g"),
    (["HUGGINGFACE_HUB_CACHE": "/g", "HF_HUB_CACHE": " /k "], "/k"),
    (["HF_HUB_CACHE": "/k", "SWIFTLET_CACHE": "/s"], "/s"), (["HF_HUB_CACHE": "  "], "/h/.cache/huggingface/hub"),
  ])
  func theFolderFollowsTheEnvironment(_ variables: [String: String], _ root: String) {
    #expect(StoreFolders(ModelStoreEnvironment(home: "/h", variables: variables)).hub == root)
    #expect(StoreFolders(ModelStoreEnvironment(home: nil, variables: [:])).hub == nil)
  }

  @Test func whatOtherToolsKeepIsReadToo() throws {
    try folder.place(["x-Q4_0.gguf": [1]])
    let environment = folder.environment(["SWIFTLET_CACHE": folder.path + "/own"])
    #expect(try ModelStore(environment: environment).files(of: name("hf:me/ok:Q4_0")).count == 1)
  }

  @Test func theFlatFolderOfLlamaIsRead() throws {
    let base = ".cache/llama.cpp/me_my_repo_x-Q4_0.gguf"
    try folder.write(try modelBytes(), to: base)
    #expect(try folder.store.resolve(name("hf:me/my_repo:Q4_0")).store == .llama)
    #expect(folder.store.models().isEmpty)
    try folder.write(
      "{\"url\": \"https://huggingface.co/me/my_repo/resolve/main/x-Q4_0.gguf\"}".utf8, to: base + ".json")
    let before = try folder.fingerprint(of: ".cache")
    let model = try #require(folder.store.models().first)
    #expect(model.name == (try name("hf:me/my_repo:Q4_0")) && model.store == .llama && model.architecture == "llama")
    #expect(try folder.store.files(of: name("hf:me/my_repo")).map(\.lastPathComponent) == ["me_my_repo_x-Q4_0.gguf"])
    #expect(try folder.fingerprint(of: ".cache") == before)
  }
}
