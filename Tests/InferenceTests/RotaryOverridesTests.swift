import SwiftletGGUF
@testable import SwiftletInference
import SwiftletKernels
import Testing

/// Settings of the rotary embedding that replace those of a file are those of a file that has them.
@Suite struct RotaryOverridesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func configuration(_ change: (inout ModelVariant) -> Void) throws -> DecoderConfiguration {
    var variant = try ModelVariant(.grouped)
    change(&variant)
    return try DecoderConfiguration(GGUFFile(path: variant.write(to: folder)))
  }

  private func overridden(
    contextSize: Int? = nil, _ change: (inout RotaryOverrides) -> Void
  ) throws -> DecoderConfiguration {
    var overrides = RotaryOverrides()
    change(&overrides)
    return try DecoderConfiguration(
      overrides.applied(to: GGUFFile(path: ModelFixture.grouped.path), contextSize: contextSize))
  }

  @Test func yarnIsThatOfAFile() throws {
    let trained = try DecoderConfiguration(GGUFFile(path: ModelFixture.grouped.path)).trainingContext
    let expected = try configuration {
      $0.metadata["llama.rope.scaling.type"] = .text("yarn")
      $0.metadata["llama.rope.scaling.factor"] = .float32(4)
      $0.metadata["llama.rope.scaling.original_context_length"] = .uint32(UInt32(trained))
      $0.metadata["llama.rope.scaling.yarn_beta_fast"] = .float32(16)
    }
    let found = try overridden {
      ($0.scaling, $0.factor, $0.fastTurns) = (.yarn, 4, 16)
    }
    #expect(found.ropes == expected.ropes && found.trainingContext == 4 * trained)
    // Without a factor, it is as much as the requested context needs.
    let derived = try overridden(contextSize: 4 * trained) { ($0.scaling, $0.fastTurns) = (.yarn, 16) }
    #expect(derived.ropes == expected.ropes && derived.trainingContext == 4 * trained)
  }

  @Test func linearScalingDividesFrequenciesAndABaseReplacesThem() throws {
    let plain = try DecoderConfiguration(GGUFFile(path: ModelFixture.grouped.path))
    let linear = try overridden { ($0.scaling, $0.factor) = (.linear, 2) }
    #expect(linear.ropes[0].frequencies == plain.ropes[0].frequencies.map { $0 / 2 })
    #expect(linear.trainingContext == 2 * plain.trainingContext)
    let base = try overridden(contextSize: 3 * plain.trainingContext) { $0.base = 500_000 }
    let file = try configuration { $0.metadata["llama.rope.freq_base"] = .float32(500_000) }
    #expect(base.ropes == file.ropes && base.trainingContext == 3 * plain.trainingContext)
  }

  @Test func nothingIsReplacedUnasked() throws {
    let file = try GGUFFile(path: ModelFixture.grouped.path)
    #expect(try RotaryOverrides().applied(to: file).overrides.isEmpty)
    let error = #expect(throws: InferenceError.self) { try overridden { $0.scaling = .yarn } }
    #expect(error?.description.contains("rope.scaling.factor") == true)
  }

  @Test("49.19 settings of another kind of scaling are errors, as they would have no effect")
  func settingsHaveAnEffect() throws {
    for change in [
      { $0.fastTurns = 16 }, { ($0.scaling, $0.factor, $0.slowTurns) = (.linear, 2, 2) }, { $0.attentionFactor = 2 },
      { ($0.scaling, $0.factor) = (RotaryOverrides.Scaling.none, 4) },
    ] as [(inout RotaryOverrides) -> Void] {
      let error = #expect(throws: InferenceError.self) { try overridden(change) }
      #expect(error?.description.contains("rope.scaling.type") == true, "\(String(describing: error))")
    }
    let ofYaRN = try overridden { ($0.scaling, $0.factor, $0.fastTurns, $0.slowTurns) = (.yarn, 2, 16, 2) }
    #expect(ofYaRN.trainingContext > 0)
  }

  @Test func cachesOfOtherSettingsAreApart() throws {
    let file = try GGUFFile(path: ModelFixture.grouped.path)
    var overrides = RotaryOverrides()
    (overrides.scaling, overrides.factor) = (.linear, 2)
    #expect(ModelIdentity(try overrides.applied(to: file)) != ModelIdentity(file))
    #expect(ModelIdentity(file, settings: ["strength 2.0"]) != ModelIdentity(file))
  }
}
