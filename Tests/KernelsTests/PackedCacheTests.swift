import Foundation
import SwiftletGGUF
import Synchronization
import Testing

@testable import SwiftletKernels

/// Packed weights come back from disk as they were, or are packed again.
@Suite struct PackedCacheTests {
  @Test(arguments: [1, 16, 37, 200])
  func everyFormatComesBackAsItWas(_ rows: Int) throws {
    let model = try CachedModel(PackedFormat.allCases, rows: rows)
    let (packed, first) = try model.load()
    #expect(first.outcome == "written" && first.packedCount == packed.count && first.mappedCount == 0)
    guard case .cannotOpen = first.loadError else {
      Issue.record("\(first)")
      return
    }
    let before = try model.cacheBytes()
    let (mapped, second) = try model.load()
    #expect(second.outcome == "loaded" && second.mappedCount == packed.count && second.packedCount == 0)
    #expect(second.loadError == nil && !second.isWritten && second.writeError == nil)
    #expect(mapped == packed)
    #expect(try model.cacheBytes() == before)
  }

  /// Fails when a layout has changed: then the version has to be raised, and the numbers to be renewed.
  @Test(arguments: PackedFormat.allCases)
  func layoutsAreThoseOfTheVersion(_ format: PackedFormat) throws {
    let bytes = try CachedModel([format]).load(writes: false).panels[0]
    // The half that depends on the order of words.
    let hash = bytes.withUnsafeBytes { ContentHash($0).high }
    #expect(PackedCacheTable.version == 7)
    #expect(hash == Self.layouts[format], ".\(format): 0x\(String(hash, radix: 16, uppercase: true)),")
  }

  private static let layouts: [PackedFormat: UInt64] = [
    .f32: 0x9742_5BFE_DA25_0D26, .f16: 0x1255_30E8_BD1A_8884, .bf16: 0x53D3_1161_4E2B_CC39,
    .q4_0: 0x56AA_9B09_3E65_C794, .q4_1: 0xF90E_58DA_FE7A_131E, .q5_0: 0x1D9C_8C80_F8B0_09B1,
    .q5_1: 0x0A11_8195_3246_0F85, .q8_0: 0xBB0C_C88B_62A2_99C0, .q2_k: 0xAE48_851D_686A_3211,
    .q3_k: 0xA09A_A42E_3412_3811, .q4_k: 0x2719_F216_AD72_A07D, .q5_k: 0x51ED_0623_D908_BD57,
    .q6_k: 0x7A8F_2170_43C6_A419, .iq4_nl: 0x56AA_9B09_3E65_C794, .iq4_xs: 0x3AF9_85FB_C47D_7B6B,
    .mxfp4: 0xA6A2_AD68_6F8B_94CF, .iq1_s: 0x0172_8D8A_B0EC_BF93, .iq1_m: 0x27E2_9AE7_852F_C09A,
    .iq2_xxs: 0x950F_61FA_9F7B_7B44, .iq2_xs: 0x441C_52FB_6D4B_7014, .iq2_s: 0x8E77_AFDF_6AF3_30E5,
    .iq3_xxs: 0xA54E_9AC8_7B4B_8DB0, .iq3_s: 0x08D2_F119_432D_3D30, .tq1_0: 0x9947_E6D7_297A_22BD,
    .tq2_0: 0xC82D_5D25_3701_B4D8, .nvfp4: 0x52FD_2911_A380_61CB,
  ]

  @Test func aNewMatrixIsAddedToTheFile() throws {
    let model = try CachedModel([.q8_0, .f32])
    let file = try GGUFFile(path: model.path)
    var cache = PackedCache(path: model.cachePath, for: file, pool: SharedPools.single)
    var arena = PanelArena()
    _ = try cache.matrix(file.tensors[0], pool: SharedPools.single, arena: &arena)
    cache.finish()
    let (_, report) = try model.load()
    #expect(report.mappedCount == 1 && report.packedCount == 1 && report.isWritten)
    #expect(try model.load().report.outcome == "loaded")
  }

  @Test func filesOfTheModelMayMoveButNotChange() throws {
    let model = try CachedModel()
    let (panels, _) = try model.load()
    func attributes() throws -> [FileAttributeKey: Any] {
      try FileManager.default.attributesOfItem(atPath: model.path)
    }
    let time = try #require(try attributes()[.modificationDate] as? Date)
    func setTime(_ time: Date) throws {
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: model.path)
    }
    // The file system may keep more digits than Date has: from here on the time is one that both can say.
    let whole = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    try setTime(whole)
    #expect(try model.load().report.loadError == .modelMismatch(shard: 0, difference: "modification time"))

    // A copy in the place of the file, with another number on disk.
    let copy = try Data(contentsOf: URL(filePath: model.path))
    try FileManager.default.removeItem(atPath: model.path)
    try copy.write(to: URL(filePath: model.path))
    try setTime(whole)
    #expect(try model.load().report.loadError == nil)

    try setTime(whole.addingTimeInterval(1))
    #expect(try model.load().report.loadError == .modelMismatch(shard: 0, difference: "modification time"))
    try model.writeModel(name: "b")
    try setTime(whole.addingTimeInterval(1))
    #expect(try model.load().report.loadError == .modelMismatch(shard: 0, difference: "header"))
    try model.writeModel(rows: 48, name: "b")
    try setTime(whole.addingTimeInterval(1))
    #expect(try model.load().report.loadError == .modelMismatch(shard: 0, difference: "size"))
    // Even with the same size, time and header.
    try model.writeModel(rows: 48, seed: 6, name: "b")
    try setTime(whole.addingTimeInterval(1))
    let (others, report) = try model.load()
    #expect(report.loadError == .tensorMismatch(tensor: "matrix.0") && report.isWritten && others != panels)
    #expect(try model.load().panels == others)
  }

  @Test func whatCannotBeWrittenIsReported() throws {
    let model = try CachedModel()
    let (panels, _) = try model.load()
    let folder = model.folder + "/folder"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // No folder, a file for a folder, a folder for a file, a system of files that takes none.
    var targets = [model.folder + "/none/cache", model.path + "/cache", folder, "/proc/cache"]
    if getuid() != 0 {
      let closed = model.folder + "/closed"
      try FileManager.default.createDirectory(
        atPath: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
      targets.append(closed + "/cache")
    }
    for target in targets {
      let (found, report) = try model.load(from: target)
      #expect(found == panels)
      #expect(report.loadError != nil && report.outcome == "unwritten")
      guard case .cannotWrite(let reason) = report.writeError else {
        Issue.record("\(target): \(report)")
        continue
      }
      #expect(!reason.isEmpty && reason != "Success")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: model.folder)
    #expect(Set(names).isSubset(of: ["model.gguf", "cache", "folder", "closed"]))
  }

  /// A file that may be somebody else's stays; one whose name has a hash is replaced.
  @Test func filesOfAnotherKindAreReplacedWhereTheNameIsOurs() throws {
    let model = try CachedModel()
    let file = try GGUFFile(path: model.path)
    for (policy, isReplaced) in [
      (PackedCachePolicy.besideModel, false), (.folder(model.folder), true), (.verified(.folder(model.folder)), true),
      (.bounded(PackedCacheFolder(path: model.folder, writing: .whileLoading)), true),
    ] {
      let path = try #require(policy.path(for: file))
      func load() throws -> PackedCacheReport {
        var cache = try #require(PackedCache(policy, for: file, pool: SharedPools.single))
        var arena = PanelArena()
        for tensor in file.tensors { _ = try cache.matrix(tensor, pool: SharedPools.single, arena: &arena) }
        cache.finish()
        return cache.report
      }
      // Policies may have the same path.
      try? FileManager.default.removeItem(atPath: path)
      #expect(try load().isWritten)
      var bytes = try Data(contentsOf: URL(filePath: path))
      let whole = bytes
      bytes[0] ^= 1
      try bytes.write(to: URL(filePath: path))
      let report = try load()
      #expect(report.loadError == .notAPackedCache && report.isRemoved == isReplaced && report.isWritten == isReplaced)
      #expect((report.writeError == nil) == isReplaced)
      #expect(try Data(contentsOf: URL(filePath: path)) == (isReplaced ? whole : bytes))
    }
  }

  @Test func writersDoNotMeet() throws {
    let model = try CachedModel([.q4_0, .q8_0, .q6_k, .f16], rows: 500)
    let (panels, _) = try model.load(writes: false)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      for _ in 0..<4 {
        let file = try? GGUFFile(path: model.path)
        guard let file else { continue }
        let pool = WorkerPool(threads: 1)
        var cache = PackedCache(path: model.cachePath, for: file, pool: pool)
        var arena = PanelArena()
        let found = try? file.tensors.map { try cache.matrix($0, pool: pool, arena: &arena).bytes }
        // What is not there yet is the only reason to refuse a file that is replaced all the time.
        let isWhole: Bool = if case .cannotOpen = cache.report.loadError { true } else { cache.report.loadError == nil }
        cache.rewrite()
        if found != panels || !isWhole || !cache.report.isWritten { failures.withLock { $0 += 1 } }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try model.load().report.outcome == "loaded")
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: model.folder)) == ["model.gguf", "cache"])
  }

  @Test func cachesAreNoMoreReadableThanTheModel() throws {
    let model = try CachedModel()
    for (own, expected) in [(0o600, 0o600), (0o644, 0o644), (0o440, 0o640)] {
      try FileManager.default.setAttributes([.posixPermissions: own], ofItemAtPath: model.path)
      try? FileManager.default.removeItem(atPath: model.cachePath)
      try model.load()
      let found = try FileManager.default.attributesOfItem(atPath: model.cachePath)[.posixPermissions] as? Int
      #expect(found == expected)
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs to give files away"))
  func filesOfStrangersAreNotUsed() throws {
    let model = try CachedModel()
    let (panels, _) = try model.load()
    func give(_ path: String, to user: Int) throws {
      try FileManager.default.setAttributes([.ownerAccountID: user], ofItemAtPath: path)
    }
    try give(model.cachePath, to: 12_345)
    let (found, report) = try model.load(writes: false)
    #expect(found == panels && report.loadError == .untrustedOwner(found: 12_345))
    try give(model.path, to: 12_345)
    #expect(try model.load(writes: false).report.loadError == nil)
  }

  @Test func modelsOfOneNameHaveFilesOfTheirOwn() throws {
    let (first, second) = (try CachedModel(), try CachedModel())
    try second.writeModel(name: "b")
    let link = second.folder + "/link.gguf"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first.path)
    let (model, other, linked) = (
      try GGUFFile(path: first.path), try GGUFFile(path: second.path), try GGUFFile(path: link)
    )
    #expect(PackedCachePolicy.off.path(for: model) == nil)
    for policy in [PackedCachePolicy.besideModel, .folder("/x"), .bounded(PackedCacheFolder(path: "/x"))] {
      let path = try #require(policy.path(for: model))
      #expect(path == policy.path(for: linked))
      #expect(path != policy.path(for: other))
      #expect(path.hasSuffix(".swiftlet-packed"))
      #expect(PackedCachePolicy.verified(policy).path(for: model) == path)
      #expect(PackedCachePolicy.unverified(policy).path(for: model) == path)
    }
    #expect(PackedCachePolicy.besideModel.path(for: linked)?.hasSuffix("/model.gguf.swiftlet-packed") == true)
    #expect(PackedCachePolicy.folder("/x").path(for: linked)?.hasPrefix("/x/model.gguf-") == true)
    #expect(PackedCachePolicy.bounded(PackedCacheFolder(path: "/x")).path(for: linked)?.hasPrefix("/x/a-") == true)
  }
}
