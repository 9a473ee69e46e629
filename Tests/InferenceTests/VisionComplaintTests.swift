import Foundation
import SwiftletGGUF
import SwiftletImages
import SwiftletKernels
import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletInference

/// Complaints about other engines that read pictures, by number: 3, 4, 7, 16, 17, 18 and 22 are in the tests of sessions,
/// and 20 is in those of commands.
@Suite struct VisionComplaintTests {
  private let gemma = VisionFixture(name: "gemma3-vision")
  private let qwen = VisionFixture(name: "qwen2.5vl")

  private func encoder(
    _ fixture: VisionFixture, minimumRows: Int? = nil, maximumRows: Int? = nil
  ) throws -> PictureEncoder {
    try PictureEncoder(
      contentsOf: TestFiles.fixture("vision/\(fixture.name).mmproj.gguf"), for: nil, threads: 1,
      minimumRows: minimumRows, maximumRows: maximumRows)
  }

  @Test("1: a JPEG with EXIF orientation has the rows of the picture as shown")
  func orientation() throws {
    let file = [UInt8](try Data(contentsOf: URL(filePath: TestFiles.fixture("images/jpeg-444.jpg"))))
    let exif: [UInt8] =
      Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let length = exif.count + 2
    let turned = Array(file[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif + file[2...]
    let stored = try Image(decoding: file)
    let (width, height) = (stored.width, stored.height)
    // Orientation 6 is shown turned clockwise by 90°.
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in
      let (y, x) = index.quotientAndRemainder(dividingBy: height)
      let start = 3 * ((height - 1 - x) * width + y)
      return Array(stored.pixels[start..<start + 3])
    }
    let upright = try #require(Image(width: height, height: width, pixels: pixels))
    let encoder = try encoder(VisionFixture.all[0])
    let (first, second) = (try encoder.encode(upright).rows, try encoder.encode(Image(decoding: turned)).rows)
    #expect(first === second)
    #expect(first !== (try encoder.encode(stored).rows))
  }

  @Test("2: a picture of 4000 × 3000 stays within the limit of rows")
  func largePictures() throws {
    let size = PictureSize(width: 4000, height: 3000)
    let most = try encoder(qwen).rowCount(of: size)
    #expect(most <= 24, "the limit of the file, in place of 4096")
    for limit in [4, 8, 16] {
      let count = try encoder(qwen, maximumRows: limit).rowCount(of: size)
      #expect(count <= limit && count >= limit / 2, "\(count) of \(limit)")
    }
    // Only the rows that are used take memory: those of a picture that was reduced.
    let picture = try VisionFixture.picture(width: 400, height: 300)
    #expect(try encoder(qwen, maximumRows: 8).encode(picture).rows.count <= 8)
  }

  @Test("5: the same text with another picture has other logits")
  func otherPictures() throws {
    let (expected, (model, encoder)) = (try gemma.expected(), try gemma.floatModels())
    let prompt = expected.prompts[0]
    let first = try logits(model, try gemma.runs(prompt, expected, encoder), last: 1)
    let second = try logits(model, try gemma.runs(prompt, changed(expected, 0), encoder), last: 1)
    #expect(Deviation(first, from: second).maximum > 1e-4)
  }

  @Test("6: the second request with a picture answers as on a new engine")
  func requestsInARow() async throws {
    for fixture in [VisionFixture.all[0], gemma, qwen] {
      let path = fixture.model.path
      let expected = try fixture.expected()
      let options = EngineOptions(threads: 1)
      let (warm, fresh) = (
        try InferenceEngine(contentsOf: path, options: options), try InferenceEngine(contentsOf: path, options: options)
      )
      let encoder = try encoder(fixture)
      var requests = try expected.prompts.map { GenerationRequest(runs: try fixture.runs($0, expected, encoder)) }
      for index in requests.indices { (requests[index].sampling, requests[index].maximumTokens) = (.greedy, 4) }
      _ = try await warm.outcome(of: requests[0])
      let (second, alone) = (try await warm.outcome(of: requests[1]), try await fresh.outcome(of: requests[1]))
      #expect(second.tokens == alone.tokens, "\(fixture.name)")
    }
  }

  @Test("8: pictures are in the order of the prompt")
  func order() throws {
    let (expected, encoder) = (try qwen.expected(), try encoder(qwen))
    let pictures = try expected.pictures.prefix(2).map { try encoder.encode($0) }
    func keys(_ pictures: [EncodedPicture]) throws -> [ContentKey] {
      try [PromptRun]([[], [], []], pictures, qwen.tokenizer()).compactMap { run in
        if case .embeddings(let span) = run { span.rows.key } else { nil }
      }
    }
    #expect(try keys(pictures) == pictures.map(\.rows.key))
    #expect(try keys(pictures.reversed()) == pictures.reversed().map(\.rows.key))
  }

  @Test("9: a projector of another width is refused with both widths and files, and the model loads without it")
  func otherWidths() throws {
    let model = try ModelFixture.grouped.model()
    let path = TestFiles.fixture("vision/gemma3-vision.mmproj.gguf")
    let error = #expect(throws: InferenceError.self) { _ = try PictureEncoder(contentsOf: path, for: model) }
    let text = error?.description ?? ""
    let widths = [try ProjectorFile(contentsOf: path).rowWidth, model.configuration.embeddingColumns]
    for part in [path, model.path] + widths.map(String.init) { #expect(text.contains(part), "\(text)") }
  }

  @Test("10: a wrong projection_dim does not matter", arguments: VisionFixture.all)
  func projectionWidths(_ fixture: VisionFixture) throws {
    let model = try fixture.model.model()
    let encoder = try fixture.encoder(for: model) { $0.metadata["clip.vision.projection_dim"] = .uint32(1) }
    #expect(try encoder.rowCount(of: PictureSize(width: 50, height: 40)) > 0)
    let file = try ProjectorFile(contentsOf: TestFiles.fixture("vision/\(fixture.name).mmproj.gguf"))
    #expect(file.rowWidth == model.configuration.embeddingColumns && file.missingTensors.isEmpty)
    #expect(ProjectorFile.rowWidth(ofModel: try GGUFFile(path: fixture.model.path)) == file.rowWidth)
  }

  @Test("11: a picture as long as a batch sees itself in both directions, and a longer one is an error with numbers")
  func longPictures() async throws {
    let path = gemma.model.path
    let engine = try InferenceEngine(contentsOf: path, options: EngineOptions(threads: 1, keyValueType: .f32))
    let count = 448
    let values = try DecoderBuffers.rows(count, engine.model.configuration.embeddingColumns)
    for row in 0..<count { values[row: row] = (0..<values.columns).map { Float((row * 31 + $0 * 7) % 23) / 23 - 0.5 } }
    func runs(_ rows: EmbeddingRows) -> [PromptRun] {
      [.tokens([3, 5]), .embeddings(EmbeddingSpan(rows, isBidirectional: true)), .tokens([7])]
    }
    let rows = try EmbeddingRows(values, key: ContentKey([1]))
    let whole = try #require(try logits(engine.model, runs(rows), last: 1, chunk: 64).first)
    let best = try #require(whole.indices.max { whole[$0] < whole[$1] })
    var request = GenerationRequest(runs: runs(rows))
    (request.sampling, request.maximumTokens) = (.greedy, 1)
    let found = try await engine.outcome(of: request)
    #expect(found.tokens == [best] || engine.tokenizer.vocabulary.endOfGeneration.contains(best))
    let tooMany = try EmbeddingRows(try DecoderBuffers.rows(count + 1, values.columns), key: ContentKey([3]))
    let error = await #expect(throws: InferenceError.self) {
      try await engine.outcome(of: GenerationRequest(runs: runs(tooMany)))
    }
    #expect(error == .vision(.tooManyRows(found: count + 1, limit: count)))
    // The first row sees the last one.
    let last = try DecoderBuffers.rows(count, values.columns)
    for row in 0..<count { last[row: row] = values[row: row] }
    last[row: count - 1] = values[row: 0].map { -$0 }
    let other = try logits(engine.model, runs(try EmbeddingRows(last, key: ContentKey([2]))), last: count + 1)
    let first = try logits(engine.model, runs(rows), last: count + 1)
    #expect(Deviation([other[0]], from: [first[0]]).maximum > 0)
  }

  @Test("12: a picture is stretched as a whole, so that relative coordinates stay")
  func coordinates() throws {
    let encoder = try encoder(VisionFixture(name: "qwen3vl"))
    let cell = encoder.configuration.patchSize * encoder.configuration.merge
    for (width, height) in [(800, 600), (1920, 1080), (600, 1300)] {
      let plan = try encoder.plan(PictureSize(width: width, height: height))
      let scaled = try #require(plan.views.first?.sizes.last)
      #expect(plan.views.count == 1 && plan.views[0].part == nil)
      #expect(plan.grid == PictureSize(width: scaled.width / cell, height: scaled.height / cell))
      #expect(scaled.width % cell == 0 && scaled.height % cell == 0)
      // The sides have the scale of the picture to within a cell.
      let scale = (Double(scaled.area) / Double(width * height)).squareRoot()
      #expect(abs(Double(scaled.width) - scale * Double(width)) <= Double(cell))
      #expect(abs(Double(scaled.height) - scale * Double(height)) <= Double(cell))
    }
  }

  @Test("13: a small picture is enlarged to a minimum of rows")
  func smallPictures() throws {
    let size = PictureSize(width: 20, height: 12)
    let plain = try encoder(qwen).rowCount(of: size)
    let model = try encoder(qwen, minimumRows: 16)
    let enlarged = try model.rowCount(of: size)
    #expect(plain < 16 && (16...24).contains(enlarged), "\(plain), \(enlarged)")
    #expect(try model.encode(VisionFixture.picture(width: 20, height: 12)).rows.count == enlarged)
  }

  @Test("14: a line of text of 512 × 14 has the rows of the reference")
  func lines() throws {
    let fixture = VisionFixture(name: "lfm2-vl")
    var model = try encoder(fixture).configuration
    // The published sizes.
    (model.patchSize, model.merge, model.imageSize) = (16, 2, 256)
    model.pixelLimits = 64 * 1024...256 * 1024
    let plan = try VisionFamily.lfm2.plan(model, PictureSize(width: 512, height: 14))
    #expect(plan.views.map(\.sizes.last) == [PictureSize(width: 1568, height: 64)])
    #expect(plan.rowCount == 98)
  }

  @Test("15: numbers of rows that a family cannot have are errors")
  func limits() throws {
    #expect(throws: InferenceError.self) { try encoder(gemma, maximumRows: 1) }
    for fixture in [gemma, VisionFixture.all[0], VisionFixture(name: "internvl"), VisionFixture(name: "llava")] {
      let error = #expect(throws: InferenceError.self) { try encoder(fixture, minimumRows: 8) }
      guard case .vision(.rowMinimumTooLarge(_, 8, 0)) = error else {
        Issue.record("\(fixture.name): \(error?.description ?? "no error")")
        continue
      }
    }
    let error = #expect(throws: InferenceError.self) { try encoder(qwen, minimumRows: 17, maximumRows: 16) }
    guard case .vision(.rowMinimumTooLarge(_, 17, 16)) = error else {
      Issue.record("\(error?.description ?? "no error")")
      return
    }
  }

  @Test("19: pictures of one pixel, one colour and one column have rows", arguments: VisionFixture.all)
  func extremes(_ fixture: VisionFixture) throws {
    let encoder = try encoder(fixture)
    let isNarrowRefused = fixture.name.hasPrefix("qwen") || fixture.name == "glm4v"
    for (width, height) in [(1, 1), (100, 100), (1, isNarrowRefused ? 200 : 2000)] {
      let pixels = [UInt8](repeating: 130, count: 3 * width * height)
      let picture = try #require(Image(width: width, height: height, pixels: pixels))
      let rows = try encoder.encode(picture).rows
      #expect(rows.count > 0 && rows[row: rows.count - 1].allSatisfy(\.isFinite))
    }
    guard isNarrowRefused else { return }
    // As the reference does.
    let error = #expect(throws: InferenceError.self) { try encoder.rowCount(of: PictureSize(width: 1, height: 2000)) }
    #expect(error == .vision(.aspectRatio(width: 1, height: 2000, limit: 200)))
  }

  @Test("21: a second picture after one in both directions is seen")
  func secondPictures() throws {
    let (expected, (model, encoder)) = (try gemma.expected(), try gemma.floatModels())
    let prompt = expected.prompts[1]
    let runs = try gemma.runs(prompt, expected, encoder)
    let first = try logits(model, runs, last: 1)
    let second = try logits(model, try gemma.runs(prompt, changed(expected, prompt.pictures[1]), encoder), last: 1)
    #expect(Deviation(first, from: second).maximum > 1e-4)
  }

  /// The results of the reference with another picture in place of one.
  private func changed(_ expected: VisionFixture.Expected, _ index: Int) throws -> VisionFixture.Expected {
    var pictures = expected.pictures
    let old = pictures[index]
    pictures[index] = try #require(
      Image(width: old.width, height: old.height, pixels: old.pixels.map { $0 ^ 0x55 }))
    return VisionFixture.Expected(pictures: pictures, rows: expected.rows, prompts: expected.prompts)
  }
}
