import Foundation
import Testing

@testable import SwiftletJinja

/// The limits of templates.
///
/// Operations, depth and bytes are counted, so these limits do not depend on the machine; the time limit is a backup.
struct JinjaLimitTests {
  /// The error of a template under limits; nil if it succeeds.
  private func end(of source: String, _ limits: JinjaLimits) -> JinjaError.Reason? {
    do throws(JinjaError) {
      _ = try JinjaTemplate(source).render([:], limits: limits)
      return nil
    } catch {
      return error.reason
    }
  }

  /// The error of a template with a changed limit; nil if it succeeds.
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

  /// A limit of 0 is always exceeded.
  @Test func timeIsLimited() {
    let source = "{% for i in range(99999) %}{{ i }}{% endfor %}"
    #expect(end(of: source) { $0.milliseconds = 0 } == .limit(.milliseconds, maximum: 0))
    #expect(end(of: source) { $0.milliseconds = .max } == nil)
  }

  /// A tenth of the standard limits; another limit may be exceeded first, but one always is.
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

  /// Each limit allows exactly its value.
  @Test func limitsAreExact() {
    let thousand = "{% for i in range(100) %}0123456789{% endfor %}"
    #expect(end(of: thousand) { $0.outputBytes = 1000 } == nil)
    #expect(end(of: thousand) { $0.outputBytes = 999 } == .limit(.outputBytes, maximum: 999))
    #expect(end(of: "{{ range(100)|length }}") { $0.elements = 100 } == nil)
    #expect(end(of: "{{ range(100)|length }}") { $0.elements = 99 } == .limit(.elements, maximum: 99))
    #expect(end(of: "{{ [[[[1]]]] }}") { $0.nesting = 4 } == nil)
    #expect(end(of: "{{ [[[[1]]]] }}") { $0.nesting = 3 } == .limit(.nesting, maximum: 3))
    // The number of steps of a run is deterministic: one step less than it needs stops it.
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
  /// The value of a limit.
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
