import Foundation
import TestSupport
import Testing

/// Packed weights in the user's cache folder, which is a temporary one here.
@Suite struct PackedCacheFolderTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "caches-\(UUID().uuidString)")
  private var folder: String { home.appending(path: "swiftlet/packed").path(percentEncoded: false) }
  private var model: String { home.appending(path: "model.gguf").path(percentEncoded: false) }

  init() throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: TestFiles.defaultModel, toPath: model)
  }

  private func remove() { try? FileManager.default.removeItem(at: home) }

  private func run(_ words: String..., setting: String = "") throws -> CommandLineTool.Result {
    let result = try CommandLineTool.run(
      arguments: words,
      environment: ["XDG_CACHE_HOME": home.path(percentEncoded: false), "SWIFTLET_PACKED_CACHE": setting])
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  private func respond(_ options: String..., setting: String = "") throws -> String {
    let words = ["respond", "Hello!", "--greedy", "-n", "8", "-m", model, "--stats"] + options
    return try CommandLineTool.run(
      arguments: words,
      environment: ["XDG_CACHE_HOME": home.path(percentEncoded: false), "SWIFTLET_PACKED_CACHE": setting]
    ).text
  }

  private func files() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  private func time(of name: String) throws -> Date {
    try #require(
      try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.modificationDate] as? Date)
  }

  // Nobody makes folders in /sys; a folder within one that is not there is another error.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"), "needs /sys"))
  func theFirstReasonIsGivenForAFolderThatCannotBeMade() throws {
    defer { remove() }
    let result = try CommandLineTool.run(
      arguments: ["respond", "Hello!", "-n", "2", "-m", model, "--packed-cache"],
      environment: ["XDG_CACHE_HOME": "/sys/swiftlet-caches", "SWIFTLET_PACKED_CACHE": ""])
    #expect(result.status == 0 && result.errors.contains("cannot be written: found "), "\(result.errors)")
    #expect(!result.errors.contains("No such file"), "\(result.errors)")
  }

  @Test func aLimitThatIsNoneIsIgnoredWithAWarning() throws {
    defer { remove() }
    let result = try CommandLineTool.run(
      arguments: ["respond", "Hello!", "-n", "2", "-m", model],
      environment: ["XDG_CACHE_HOME": home.path(percentEncoded: false), "SWIFTLET_PACKED_CACHE_LIMIT": "x"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.hasPrefix("swiftlet: SWIFTLET_PACKED_CACHE_LIMIT: ignoring x; "), "\(result.errors)")
  }

  @Test func aModelThatIsPackedAtOnceLeavesNothing() throws {
    defer { remove() }
    #expect(try !respond().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["model.gguf"])
  }

  @Test func whatIsWrittenOnRequestIsUsedByDefault() throws {
    defer { remove() }
    let answer = try respond("--no-packed-cache")
    #expect(try respond("--packed-cache") == answer)
    let name = try #require(files().first)
    #expect(files().count == 1 && name.hasSuffix(".swiftlet-packed"))
    // Nothing is written beside the model.
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: home.path)) == ["model.gguf", "swiftlet"])
    let old = Date(timeIntervalSince1970: 1e9)
    for (option, setting, isUsed) in [
      ("--no-packed-cache", "", false), ("--greedy", "off", false), ("--greedy", "", true),
      ("--verify-packed-cache", "", true), ("--packed-cache", "off", true),
    ] {
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder + "/" + name)
      #expect(try respond(option, setting: setting) == answer)
      #expect(try (time(of: name) > old) == isUsed, "\(option) \(setting)")
    }
    #expect(files() == [name])
  }

  /// Damage to any part is told and the file replaced, though this model is packed too quickly to be worth a file.
  @Test(arguments: [[], ["--verify-packed-cache"], ["--packed-cache"]])
  func aDamagedFileIsToldAndReplaced(_ options: [String]) throws {
    defer { remove() }
    let answer = try respond("--packed-cache")
    let path = folder + "/" + (try #require(files().first))
    let bytes = try Data(contentsOf: URL(filePath: path))
    var damages: [Data] = [0, 20, 120].map { offset in
      var damaged = bytes
      damaged[offset] ^= 0x20
      return damaged
    }
    damages += [Data(), bytes.prefix(60), bytes.dropLast(4000)]
    for damaged in damages {
      try damaged.write(to: URL(filePath: path))
      let words = ["respond", "Hello!", "--greedy", "-n", "8", "-m", model, "--stats"] + options
      let result = try CommandLineTool.run(
        arguments: words,
        environment: ["XDG_CACHE_HOME": home.path(percentEncoded: false), "SWIFTLET_PACKED_CACHE": ""])
      #expect(result.status == 0 && result.text == answer)
      let word = options == ["--packed-cache"] ? "; replaced" : "; removed; a run that"
      #expect(result.errors.contains("packed cache \(path): found "), "\(result.errors)")
      #expect(result.errors.contains(word), "\(result.errors)")
      // Unless the command ended before the file was written.
      if let written = try? Data(contentsOf: URL(filePath: path)) { #expect(written == bytes) }
    }
  }

  @Test func anotherFolderIsThatOfTheVariable() throws {
    defer { remove() }
    let other = home.appending(path: "other").path(percentEncoded: false)
    _ = try respond("--packed-cache", setting: other)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other).count == 1)
    #expect(files().isEmpty)
  }

  @Test func inspectListsAndClearsTheFolder() throws {
    defer { remove() }
    #expect(try run("inspect", "--packed-caches").text.hasPrefix("\(folder): 0 files, 0.0 MB of at most "))
    _ = try respond("--packed-cache")
    let list = try run("inspect", "--packed-caches").text
    let name = try #require(files().first)
    #expect(list.hasPrefix("\(folder): 1 file, ") && list.contains(name), "\(list)")
    #expect(list.contains("used in the last 24 hours"))
    try Data("notes".utf8).write(to: URL(filePath: folder + "/notes"))
    #expect(try run("inspect", "--clear-packed-caches").text.hasPrefix("\(folder): removed 1 file, "))
    #expect(files() == ["notes"])
  }

  @Test func withoutAHomeThereIsNoCacheAndOnlyWhoAsksIsTold() throws {
    defer { remove() }
    let environment = ["HOME": "", "XDG_CACHE_HOME": "", "SWIFTLET_PACKED_CACHE": ""]
    let words = ["respond", "Hello!", "--greedy", "-n", "0", "-m", model]
    let plain = try CommandLineTool.run(arguments: words, environment: environment)
    #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
    for words in [words + ["--packed-cache"], ["inspect", "--packed-caches"], ["inspect", "--clear-packed-caches"]] {
      let result = try CommandLineTool.run(arguments: words, environment: environment)
      #expect(result.status == 2 && result.errors.contains("expected an absolute path in HOME"), "\(result.errors)")
    }
  }
}
