import Foundation
@testable import SwiftletInference
import TestSupport
import Testing

/// The one table that command lines, requests, files and the documentation have their settings from.
@Suite struct SamplingSettingTests {
  @Test func namesAreUnique() {
    let names = SamplingSetting.all.map(\.name)
    let flags = SamplingSetting.all.flatMap { [$0.flag, $0.alias].compactMap(\.self) }
    #expect(Set(names).count == names.count && Set(flags).count == flags.count)
    #expect(flags.allSatisfy { $0.hasPrefix("--") || ($0.hasPrefix("-") && $0.count == 2) })
  }

  /// A valid value of each kind, and an invalid one.
  private func values(_ setting: SamplingSetting) -> (right: [String], wrong: String?) {
    switch setting.valueKind {
    case .number(_, let range): (["\(range.upperBound)"], "\(range.upperBound + 1)")
    case .count(_, let range): (["\(range.upperBound)"], "\(range.lowerBound - 1)")
    case .window: (["-1"], "-2")
    case .seed: (["18446744073709551615"], "-9223372036854775809")
    case .mirostat: (["2"], "1")
    case .texts: (["a", "\\n"], nil)
    case .text: (["a"], nil)
    case .bias: (["1+1", "2-inf"], "3")
    case .greedy: ([""], nil)
    }
  }

  /// Each setting changes an option, and together they set all options.
  @Test func everyOptionHasASetting() {
    var all = SamplingOptions()
    for setting in SamplingSetting.all {
      let (right, wrong) = values(setting)
      var one = SamplingOptions()
      #expect(setting.parse(right, into: &one) == nil && one != SamplingOptions(), "\(setting.name)")
      #expect(setting.parse(right, into: &all) == nil)
      guard let wrong else { continue }
      let before = one
      #expect(setting.parse([wrong], into: &one) == wrong && one == before, "\(setting.name)")
    }
    for child in Mirror(reflecting: all).children {
      #expect("\(child.value)" != "nil", "\(child.label ?? "")")
    }
    #expect(all.dryBreakers == ["a", "\n"] && all.logitBias == [1: 1, 2: -.infinity] && all.penaltyWindow == .max)
  }

  /// Each option and each parameter changes by exactly one setting, those of greedy decoding apart.
  @Test func everyMemberHasOneSetting() {
    var options: [String: Set<String>] = [:]
    var parameters: Set<String> = []
    for setting in SamplingSetting.all where setting.name != "greedy" {
      // One of the two is not the default.
      var members: Set<String> = []
      for texts in [values(setting).right, lowest(setting)] {
        var set = SamplingOptions()
        #expect(setting.parse(texts, into: &set) == nil)
        let changed = changes(SamplingOptions(), set)
        #expect(changed.count == 1, "\(setting.name)")
        for name in changed { options[name, default: []].insert(setting.name) }
        // Mirostat's numbers are kept only where it is enabled.
        set.usesMirostat = set.usesMirostat ?? (setting.name.hasPrefix("mirostat_") ? true : nil)
        var applied = SamplingParameters.neutral
        applied.apply(set)
        members.formUnion(changes(SamplingParameters.neutral, applied))
      }
      #expect(members.count == (setting.name.hasPrefix("reasoning") ? 0 : 1), "\(setting.name)")
      parameters.formUnion(members)
    }
    #expect(options.count == Mirror(reflecting: SamplingOptions()).children.count)
    for (name, settings) in options { #expect(settings.count == 1, "\(name)") }
    #expect(parameters.count == Mirror(reflecting: SamplingParameters()).children.count)
  }

  /// The lowest value of a number, 0 for a window, else any.
  private func lowest(_ setting: SamplingSetting) -> [String] {
    switch setting.valueKind {
    case .number(_, let range): ["\(range.lowerBound)"]
    case .window: ["0"]
    default: values(setting).right
    }
  }

  /// The names of the members that differ.
  private func changes(_ first: Any, _ second: Any) -> [String] {
    zip(Mirror(reflecting: first).children, Mirror(reflecting: second).children).compactMap { one, other in
      "\(one.value)" == "\(other.value)" ? nil : one.label
    }
  }

  /// The value with which a file disables a sampler is the one that the sampler has unless it is set.
  @Test func theValuesThatDisableSamplersChangeNothing() {
    var options = SamplingOptions()
    for setting in SamplingSetting.all {
      if case .detail = setting.role { continue }
      let before = options
      setting.valueKind.field?.disable(in: &options)
      #expect(options != before, "\(setting.name)")
    }
    var parameters = SamplingParameters.neutral
    parameters.apply(options)
    #expect(parameters == .neutral)
    let logits: [Float] = [1, 3, -2, 0.5, 2, -.infinity]
    var sampler = Sampler(parameters, context: [1, 1, 4, 1, 1])
    let found = Dictionary(uniqueKeysWithValues: sampler.probabilities(logits.span, count: logits.count))
    let total = logits.reduce(0) { $0 + exp(Double($1)) }
    for (token, logit) in logits.enumerated() {
      #expect(abs((found[token] ?? 0) - exp(Double(logit)) / total) < 1e-6)
    }
  }

  @Test func aSamplingModeDisablesTheSamplersThatRemoveCandidates() throws {
    var options = SamplingOptions()
    for setting in SamplingSetting.all where !["greedy", "mirostat_tau", "mirostat_eta"].contains(setting.name) {
      #expect(setting.parse(values(setting).right, into: &options) == nil)
    }
    var parameters = SamplingParameters.standard
    parameters.apply(options)
    var expected = parameters
    (expected.topK, expected.topP, expected.minP, expected.typicalP, expected.topNSigma) = (0, 1, 0, 1, 0)
    (expected.xtc, expected.mirostat) = (SamplingParameters.XTC(probability: 0, threshold: 1), nil)
    parameters.disableTruncation()
    #expect(parameters == expected)
  }

  @Test func everyIntegerOf64BitsIsASeedButMinusOne() throws {
    let setting = try #require(SamplingSetting.all.first { $0.name == "seed" })
    let seeds: [(String, UInt64?)] = [
      ("0", 0), ("-1", nil), ("-2", .max - 1), ("-9223372036854775808", 1 << 63), ("9223372036854775808", 1 << 63),
    ]
    for (text, seed) in seeds {
      var options = SamplingOptions()
      options.seed = 5
      #expect(setting.parse([text], into: &options) == nil && options.seed == seed, "\(text)")
    }
    for text in ["18446744073709551616", "1.5", "", "x"] {
      var options = SamplingOptions()
      #expect(setting.parse([text], into: &options) == text && options.seed == nil)
    }
  }

  @Test func thePageHasARowForEach() throws {
    let page = TestFiles.path("Sources/Swiftlet/Swiftlet.docc/Sampling.md")
    let rows = try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
    let expected = SamplingSetting.all.map { setting in
      let flag = [setting.flag, setting.placeholder].compactMap(\.self).joined(separator: " ")
      let key = setting.key.map { "`general.sampling.\($0)`" } ?? ""
      return
        "| `\(flag)` | `\(setting.name)` | \(key) | \(setting.range) | \(setting.defaultText ?? "") | \(setting.help) |"
    }
    #expect(rows.map(String.init) == expected)
  }
}
