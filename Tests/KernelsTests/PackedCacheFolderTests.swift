import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// The folder of many models' packed weights: what a file is named by, and which files go.
@Suite struct PackedCacheFolderTests {
  private let cached: CachedModel
  private var path: String { cached.folder + "/caches/packed" }

  init() throws { cached = try CachedModel() }

  /// Models of equal size, each with other weights and another name.
  private func models(_ count: Int) throws -> [CachedModel] {
    try (0..<count).map { index in
      let model = try CachedModel()
      try model.writeModel(seed: UInt64(index), name: "model \(index)")
      return model
    }
  }

  @discardableResult
  private func load(_ model: CachedModel, _ folder: PackedCacheFolder) throws -> (panels: [[UInt8]], PackedCache) {
    let file = try GGUFFile(path: model.path)
    var cache = try #require(PackedCache(.bounded(folder), for: file, pool: SharedPools.single))
    var arena = PanelArena()
    let matrices = try file.tensors.map { try cache.matrix($0, pool: SharedPools.single, arena: &arena) }
    cache.finish()
    return (matrices.map(\.bytes), cache)
  }

  private func file(_ model: CachedModel, _ folder: PackedCacheFolder) throws -> String {
    folder.filePath(for: try GGUFFile(path: model.path))
  }

  private func setAge(_ days: Double, of path: String) throws {
    let time = Date.now.addingTimeInterval(-days * 24 * 3600)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
  }

  private func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }

  @Test func theEnvironmentSaysWhereItIs() {
    func policy(_ values: [String: String]) -> PackedCachePolicy {
      PackedCachePolicy.ofUser { values[$0] ?? "" }
    }
    func path(_ values: [String: String]) -> String? { policy(values).boundedFolder?.path }
    #if canImport(Darwin)
      let usual = "/home/a/Library/Caches/swiftlet/packed"
    #else
      let usual = "/home/a/.cache/swiftlet/packed"
    #endif
    #expect(policy([:]) == .off)
    #expect(policy(["HOME": "a", "XDG_CACHE_HOME": "b"]) == .off)
    #expect(path(["HOME": "/home/a"]) == usual)
    #expect(path(["HOME": "/home/a", "XDG_CACHE_HOME": "b"]) == usual)
    #expect(path(["HOME": "/home/a", "XDG_CACHE_HOME": "/b"]) == "/b/swiftlet/packed")
    #expect(path(["HOME": "/home/a", "SWIFTLET_PACKED_CACHE": "/c"]) == "/c")
    #expect(path(["SWIFTLET_PACKED_CACHE": "c"]) == "c")
    #expect(policy(["HOME": "/home/a", "SWIFTLET_PACKED_CACHE": "off"]) == .off)
    // The path is the same for those who name it in an option.
    #expect(PackedCacheFolder.ofUser { ["HOME": "/home/a", "SWIFTLET_PACKED_CACHE": "off"][$0] ?? "" }?.path == usual)
  }

  private static let limits: [(String, Int?)] = [
    ("", nil), ("50", 50_000_000_000), ("0.5", 500_000_000), ("0", 0), ("-1", nil), ("nan", nil), ("inf", Int.max),
  ]

  @Test(arguments: limits)
  func theEnvironmentHasItsLimit(_ text: String, _ limit: Int?) {
    let values = ["HOME": "/home/a", "SWIFTLET_PACKED_CACHE_LIMIT": text]
    #expect(PackedCacheFolder.ofUser { values[$0] ?? "" }?.byteLimit == limit)
  }

  @Test func aChangedModelHasAnotherFile() throws {
    let folder = PackedCacheFolder(path: path)
    let model = try GGUFFile(path: cached.path)
    let own = folder.filePath(for: model)
    // Settings of a run change no weights.
    #expect(folder.filePath(for: model.overriding([("a.rope.freq_base", .float32(2))])) == own)
    try setAge(1, of: cached.path)
    let older = folder.filePath(for: try GGUFFile(path: cached.path))
    try cached.writeModel(rows: 48)
    let larger = folder.filePath(for: try GGUFFile(path: cached.path))
    try cached.writeModel(name: ".../\u{1F98A}\n")
    let renamed = folder.filePath(for: try GGUFFile(path: cached.path))
    #expect(Set([own, older, larger, renamed]).count == 4)
    #expect(try #require(renamed.split(separator: "/").last).hasPrefix("model-"))
  }

  @Test func whatIsWrittenIsLoadedAndReadByItsOwnerAlone() throws {
    let folder = PackedCacheFolder(path: path, writing: .whileLoading)
    let (packed, first) = try load(cached, folder)
    #expect(first.report.outcome == "written", "\(first.report)")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    let file = try file(cached, folder)
    #expect(folder.files.map(\.path) == [file])
    try setAge(2, of: file)
    let before = try #require(folder.files.first).lastUse
    let (mapped, second) = try load(cached, folder)
    #expect(second.report.outcome == "loaded" && mapped == packed)
    #expect(try #require(folder.files.first).lastUse > before)
  }

  @Test func theFileThatWasUsedLeastRecentlyIsRemoved() throws {
    let models = try models(4)
    var folder = PackedCacheFolder(path: path, writing: .whileLoading)
    for model in models[..<3] { try load(model, folder) }
    let size = try #require(folder.files.first).byteCount
    for (index, model) in models[..<3].enumerated() { try setAge(Double(10 - index), of: file(model, folder)) }
    // A use, which makes the oldest the newest.
    try load(models[0], folder)
    // What looks like a cache but is none, a link to one, and one in use.
    let foreign = path + "/notes.swiftlet-packed"
    try Data(repeating: 7, count: 4 * size).write(to: URL(filePath: foreign))
    let link = path + "/link.swiftlet-packed"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file(models[1], folder))
    let used = try MappedFile(path: file(models[1], folder), isWritable: false, isLocked: true)
    folder.byteLimit = 3 * size
    try withExtendedLifetime(used) {
      let (_, cache) = try load(models[3], folder)
      #expect(cache.report.isWritten, "\(cache.report)")
    }
    let expected = try [0, 1, 3].map { try file(models[$0], folder) }
    #expect(folder.files.map(\.path).sorted() == expected.sorted())
    #expect(names().contains("notes.swiftlet-packed") && names().contains("link.swiftlet-packed"))
  }

  @Test func aFileThatDoesNotFitIsNotWrittenAndRemovesNothing() throws {
    let models = try models(2)
    var folder = PackedCacheFolder(path: path, writing: .whileLoading)
    let (_, first) = try load(models[0], folder)
    #expect(first.report.isWritten, "\(first.report)")
    let size = try #require(folder.files.first).byteCount
    folder.byteLimit = size - 1
    let (_, second) = try load(models[1], folder)
    #expect(second.report.writeError == .exceedsLimit(found: size, limit: size - 1))
    // The other file is in use.
    folder.byteLimit = 2 * size - 1
    let used = try MappedFile(path: file(models[0], folder), isWritable: false, isLocked: true)
    try withExtendedLifetime(used) {
      let (_, third) = try load(models[1], folder)
      #expect(third.report.writeError == .exceedsLimit(found: 2 * size, limit: 2 * size - 1))
      #expect(folder.removeAll().isEmpty)
    }
    #expect(folder.files.map(\.path) == [used.path])
  }

  @Test func temporaryFilesOfProcessesThatEndedAreRemoved() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let ages: [String: Double] = [".swiftlet-1-a.tmp": 1, ".swiftlet-1-b.tmp": 0, "other.tmp": 1, ".swiftlet": 1]
    for (name, age) in ages {
      try Data("x".utf8).write(to: URL(filePath: path + "/" + name))
      try setAge(age, of: path + "/" + name)
    }
    let folder = PackedCacheFolder(path: path, writing: .whileLoading)
    try load(cached, folder)
    let expected = [".swiftlet", ".swiftlet-1-b.tmp", "other.tmp"]
    #expect(names().filter { !$0.hasSuffix(".swiftlet-packed") } == expected)
  }

  @Test func clearingRemovesPackedWeightsAlone() throws {
    let folder = PackedCacheFolder(path: path, writing: .whileLoading)
    for model in try models(2) { try load(model, folder) }
    try Data("x".utf8).write(to: URL(filePath: path + "/x.swiftlet-packed"))
    #expect(folder.removeAll().count == 2)
    #expect(names() == ["x.swiftlet-packed"])
    #expect(PackedCacheFolder(path: path + "/none").removeAll().isEmpty)
  }
}
