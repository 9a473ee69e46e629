import Foundation
import Testing

@testable import SwiftletJinja

/// What limits hold a template to is counted, so that it is the same on every machine: operations, depth and bytes; time
/// only where that is not enough.
struct JinjaLimitTests {
  /// Why a template stops under limits; nil if it does not.
  private func end(of source: String, _ limits: JinjaLimits) -> JinjaError.Reason? {
    do throws(JinjaError) {
      _ = try JinjaTemplate(source).render([:], limits: limits)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Why a template stops if one of the limits is another than usual.
  private func end(of source: String, _ change: (inout JinjaLimits) -> Void) -> JinjaError.Reason? {
    var limits = JinjaLimits.standard
    change(&limits)
    return end(of: source, limits)
  }

  @Test func limitsCanBeSet() {
    let source = "{% for i in range(100) %}{{ i }}{% endfor %}"
    #expect(end(of: source) { _ in } == nil)
    #expect(end(of: source) { $0.steps = 200 } == .limit(.steps, maximum: 200))
    #expect(end(of: source) { $0.outputBytes = 100 } == .limit(.outputBytes, maximum: 100))
    #expect(end(of: source) { $0.elements = 99 } == .limit(.elements, maximum: 99))
    #expect(end(of: source) { $0.memoryBytes = 1000 } == .limit(.memoryBytes, maximum: 1000))
  }

  /// Any time is more than none.
  @Test func timeIsLimited() {
    let source = "{% for i in range(99999) %}{{ i }}{% endfor %}"
    #expect(end(of: source) { $0.milliseconds = 0 } == .limit(.milliseconds, maximum: 0))
    #expect(end(of: source) { $0.milliseconds = .max } == nil)
  }

  /// A tenth of what is usual, so that which limit is met first may change, but not that one is.
  @Test(arguments: JinjaHostileCase.all)
  func smallerLimitsStopAsWell(_ hostile: JinjaHostileCase) {
    let limits = JinjaLimits(
      steps: 400_000, depth: 80, nesting: 20, outputBytes: 1 << 20, memoryBytes: 2 << 20, elements: 10_000)
    guard case .limit(let kind, let maximum)? = end(of: hostile.source, limits) else {
      Issue.record("\(hostile.source)")
      return
    }
    #expect(limits.maximum(of: kind) == maximum)
  }

  /// Each limit allows what it says, to the last one, and nothing beyond.
  @Test func limitsAreExact() {
    let thousand = "{% for i in range(100) %}0123456789{% endfor %}"
    #expect(end(of: thousand) { $0.outputBytes = 1000 } == nil)
    #expect(end(of: thousand) { $0.outputBytes = 999 } == .limit(.outputBytes, maximum: 999))
    #expect(end(of: "{{ range(100)|length }}") { $0.elements = 100 } == nil)
    #expect(end(of: "{{ range(100)|length }}") { $0.elements = 99 } == .limit(.elements, maximum: 99))
    #expect(end(of: "{{ [[[[1]]]] }}") { $0.nesting = 4 } == nil)
    #expect(end(of: "{{ [[[[1]]]] }}") { $0.nesting = 3 } == .limit(.nesting, maximum: 3))
    // What a run takes is the same each time: one step less than it needs stops it.
    let steps = (1...4000).first { count in end(of: thousand) { $0.steps = count } == nil }
    #expect(steps.map { (100..<4000).contains($0) } == true)
    guard let steps else { return }
    for count in [steps - 1, 1] {
      #expect(end(of: thousand) { $0.steps = count } == .limit(.steps, maximum: count))
    }
    let recursion = "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(20) }}"
    let depth = (1...800).first { count in end(of: recursion) { $0.depth = count } == nil }
    #expect(depth.map { (20..<400).contains($0) } == true)
    #expect(end(of: recursion) { $0.depth = 20 } == .limit(.depth, maximum: 20))
  }

  #if os(Linux)
    // In a process of its own, since the peak is that of all tests which run at the same time.
    @Test func allHostileTemplatesTogetherStayBelow100MB() async {
      await #expect(processExitsWith: .success) {
        let cases = JinjaHostileCase.all
        let before = try peakMemory()
        for hostile in cases {
          #expect(throws: JinjaError.self) { try JinjaTemplate(hostile.source).render([:]) }
        }
        let growth = try peakMemory() - before
        #expect(growth < 100_000_000)
      }
    }
  #endif
}

extension JinjaLimits {
  /// What a limit of a run allows.
  fileprivate func maximum(of kind: Kind) -> Int? {
    switch kind {
    case .sourceBytes, .sourceDepth: nil
    case .steps: steps
    case .milliseconds: milliseconds
    case .depth: depth
    case .nesting: nesting
    case .outputBytes: outputBytes
    case .memoryBytes: memoryBytes
    case .elements: elements
    }
  }
}

#if os(Linux)
  /// The most memory in bytes that this process has had resident so far.
  private func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter { $0.isNumber })) * 1024
  }
#endif
