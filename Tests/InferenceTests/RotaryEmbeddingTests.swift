import SwiftletGGUF
@testable import SwiftletInference
import SwiftletKernels
import TestSupport
import Testing

/// The angles of the position embedding, which are evaluated in double precision.
@Suite struct RotaryEmbeddingTests {
  /// The table has them up to position 131,071, where the angle of the first pair has a float error of 0.004.
  @Test(arguments: ModelFixture.exact)
  func anglesAgreeAtAllPositions(_ fixture: ModelFixture) throws {
    let expected = try fixture.expected()
    let rope = try DecoderConfiguration(GGUFFile(path: fixture.path)).ropes[0]
    let row = try FloatRows(rows: 1, columns: 2 * rope.frequencies.count)
    #expect(expected.ropePositions.count == expected.ropeAngles.count && !expected.ropePositions.isEmpty)
    for (position, angles) in zip(expected.ropePositions, expected.ropeAngles) {
      row.withMutableRow(0) { rope.writeAngles(position: position, capacity: 1, to: &$0) }
      #expect(angles.count == 2 * rope.frequencies.count)
      let error = zip(row[row: 0], angles).map { abs($0 - $1) }.max() ?? .infinity
      #expect(error <= 1e-6, "position \(position)")
    }
  }

  @Test func linearScalingHasTwoSpellings() throws {
    let scaled = try DecoderConfiguration(GGUFFile(path: ModelFixture(name: "linear-rope-f32").path)).ropes[0]
    let folder = try TemporaryFolder()
    var old = try ModelVariant(ModelFixture(name: "linear-rope-f32"))
    old.metadata["llama.rope.scaling.type"] = nil
    old.metadata["llama.rope.scaling.factor"] = nil
    old.metadata["llama.rope.scale_linear"] = .float32(2)
    #expect(try DecoderConfiguration(GGUFFile(path: old.write(to: folder))).ropes[0] == scaled)
    var none = try ModelVariant(ModelFixture(name: "linear-rope-f32"))
    none.metadata["llama.rope.scaling.type"] = .text("none")
    let plain = try DecoderConfiguration(GGUFFile(path: none.write(to: folder))).ropes[0]
    #expect(plain.frequencies == scaled.frequencies.map { $0 * 2 })
  }

  @Test func aPartOfTheHeadCanBeRotated() throws {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(.grouped)
    variant.metadata["llama.rope.dimension_count"] = .uint32(8)
    let file = try GGUFFile(path: variant.write(to: folder))
    #expect(try DecoderConfiguration(file).ropes[0].frequencies == [1, 0.1, 0.01, 0.001].map { $0 })
  }

  @Test("LongRoPE's long factors are for sequences that may exceed the original context, not for those that fill it")
  func longFactorsBeginBeyondTheOriginalContext() throws {
    let file = try GGUFFile(path: TestFiles.fixture("architectures/far-longrope.gguf"))
    let rope = try DecoderConfiguration(file).ropes[0]
    var (short, long) = (rope, rope)
    (short.longFrequencies, long.longFrequencies) = (nil, nil)
    long.frequencies = try #require(rope.longFrequencies)
    func angles(_ rope: RotaryEmbedding, capacity: Int) throws -> [Float] {
      let row = try FloatRows(rows: 1, columns: 2 * rope.frequencies.count)
      row.withMutableRow(0) { rope.writeAngles(position: 1, capacity: capacity, to: &$0) }
      return row[row: 0]
    }
    let context = rope.shortContext
    #expect(try angles(rope, capacity: context) == angles(short, capacity: context))
    #expect(try angles(rope, capacity: context + 1) == angles(long, capacity: context))
    #expect(try angles(short, capacity: context) != angles(long, capacity: context))
  }
}
