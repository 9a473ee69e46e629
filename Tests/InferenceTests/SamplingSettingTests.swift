import Foundation
import SwiftletInference
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
