import SwiftletGGUF
import SwiftletImages
import SwiftletKernels
import TestSupport
import Testing

@testable import SwiftletInference

/// Files and pictures that cannot be processed.
@Suite struct VisionErrorTests {
  private let fixture = VisionFixture.all[0]

  private func error(_ change: (inout ModelVariant) throws -> Void) throws -> InferenceError? {
    let model = try fixture.model.model()
    return #expect(throws: InferenceError.self) { _ = try fixture.encoder(for: model, change) }
  }

  @Test func unknownProjectorsAreToldWhichThereAre() throws {
    let found = try error { $0.metadata["clip.projector_type"] = .text("telescope") }
    for name in ["telescope"] + VisionFamily.all.map(\.projector) {
      #expect(found?.description.contains(name) == true, "\(found?.description ?? "no error")")
    }
  }

  @Test func filesWithoutEncoderAreRefused() throws {
    let model = try fixture.model.model()
    let found = #expect(throws: InferenceError.self) {
      _ = try PictureEncoder(contentsOf: fixture.model.path, for: model)
    }
    #expect(found == .vision(.noEncoder(file: fixture.model.path)))
  }

  @Test func projectorsOfOtherModelsAreRefused() throws {
    let other = try ModelFixture.grouped.model()
    let found = #expect(throws: InferenceError.self) { _ = try fixture.encoder(for: other) }
    guard case .vision(.widthMismatch(_, 32, other.path, 64)) = found else {
      Issue.record("\(found?.description ?? "no error")")
      return
    }
  }

  /// Keys and tensors that do not fit each other, each with the name of what is wrong.
  @Test(arguments: [
    ("clip.vision.embedding_length", GGUFValue.uint32(48), "v.patch_embd.weight"),
    ("clip.vision.attention.head_count", .uint32(5), "head_count"),
    ("clip.vision.block_count", .uint32(3), "v.blk.2."),
    ("clip.vision.image_size", .uint32(48), "v.position_embd.weight"),
    ("clip.vision.patch_size", .uint32(16), "v.patch_embd.weight"),
    ("clip.vision.projector.scale_factor", .uint32(0), "scale_factor"),
    ("clip.vision.image_std", .uint32(1), "image_std"),
    ("clip.use_silu", .bool(true), "clip.use_silu"),
  ])
  func oddKeysAreNamed(_ key: String, _ value: GGUFValue, _ named: String) throws {
    let found = try error { $0.metadata[key] = value }
    #expect(found?.description.contains(named) == true, "\(found?.description ?? "no error")")
  }

  /// Keys of single families.
  @Test(arguments: [
    ("llava-next", "clip.vision.image_grid_pinpoints", GGUFValue.uint32(5)),
    ("llava-next", "clip.vision.mm_patch_merge_type", .text("flat")),
    ("gemma4-vision", "clip.vision.image_max_pixels", .uint32(20_000)),
    ("gemma4-vision", "clip.vision.attention.head_count", .uint32(16)),
    ("minicpmv", "clip.vision.projector.scale_factor", .uint32(3)),
  ])
  func oddKeysOfFamiliesAreNamed(_ name: String, _ key: String, _ value: GGUFValue) throws {
    let fixture = VisionFixture(name: name)
    let model = try fixture.model.model()
    let found = #expect(throws: InferenceError.self) {
      _ = try fixture.encoder(for: model) { $0.metadata[key] = value }
    }
    #expect(found?.description.contains(key) == true, "\(found?.description ?? "no error")")
  }

  @Test func missingTensorsAreNamed() throws {
    let found = try error { $0.tensors.removeAll { $0.name == "v.blk.1.ffn_down.weight" } }
    #expect(found?.description.contains("v.blk.1.ffn_down.weight") == true)
  }

  @Test func narrowPicturesAreRefusedWhereTheReferenceDoes() throws {
    let fixture = VisionFixture(name: "qwen3vl")
    let encoder = try fixture.encoder(for: fixture.model.model())
    let found = #expect(throws: InferenceError.self) { try encoder.rowCount(of: PictureSize(width: 402, height: 2)) }
    #expect(found == .vision(.aspectRatio(width: 402, height: 2, limit: 200)))
    #expect(try encoder.rowCount(of: PictureSize(width: 400, height: 2)) > 0)
  }

  /// Any picture of one or many pixels has rows.
  @Test(arguments: VisionFixture.all)
  func extremeSizesHaveRows(_ fixture: VisionFixture) throws {
    let encoder = try fixture.encoder(for: fixture.model.model())
    for (width, height) in [(1, 1), (100, 100), (1, 150), (150, 1), (4000, 3000)] {
      let size = PictureSize(width: width, height: height)
      let count = try encoder.rowCount(of: size)
      #expect(count > 0)
      guard width * height <= 10_000 else { continue }
      #expect(try encoder.encode(VisionFixture.picture(width: width, height: height)).rows.count == count)
    }
  }

  /// A limit holds for all pictures but very narrow ones, or is refused.
  @Test(arguments: VisionFixture.all, [2, 5, 9, 17, 40])
  func rowLimitsHoldOrAreRefused(_ fixture: VisionFixture, _ limit: Int) throws {
    let model = try fixture.model.model()
    do {
      let encoder = try fixture.encoder(for: model, maximumRows: limit)
      for (width, height) in [(50, 50), (80, 20), (20, 80), (640, 480), (4000, 3000), (3, 3)] {
        let size = PictureSize(width: width, height: height)
        let count = try encoder.rowCount(of: size)
        #expect(count > 0 && count <= limit, "\(size)")
        guard width < 100 else { continue }
        #expect(try encoder.encode(VisionFixture.picture(width: width, height: height)).rows.count == count)
      }
    } catch InferenceError.vision(.rowLimitTooSmall(_, limit, let least)) {
      #expect(least > limit && least <= 64)
      #expect(
        try fixture.encoder(for: model, maximumRows: least).rowCount(of: PictureSize(width: 90, height: 90)) <= least)
    }
  }

  @Test func rowsOfOtherWidthsAreRefused() async throws {
    let rows = try EmbeddingRows(FloatRows(rows: 2, columns: 7), key: ContentKey([1]))
    let engine = try InferenceEngine(contentsOf: fixture.model.path, options: EngineOptions(threads: 1))
    let found = await #expect(throws: InferenceError.self) {
      for try await _ in engine.generate(GenerationRequest(runs: [.embeddings(EmbeddingSpan(rows))])) {}
    }
    #expect(
      found == .vision(.widthMismatch(file: "the prompt", found: 7, model: fixture.model.path, expected: 32)))
  }

  @Test func placeholdersWithoutRowsAreRefused() async throws {
    let rows = try EmbeddingRows(FloatRows(rows: 2, columns: 32), key: ContentKey([2]))
    let engine = try InferenceEngine(contentsOf: fixture.model.path, options: EngineOptions(threads: 1))
    var request = GenerationRequest(runs: [.tokens([1]), .embeddings(EmbeddingSpan(rows))])
    request.prompt.append(rows.placeholder(1))
    let found = await #expect(throws: InferenceError.self) { for try await _ in engine.generate(request) {} }
    #expect(found?.description.hasPrefix("found token -") == true)
  }
}
