import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Weights do not change while their memory is collapsed into huge pages.
@Suite struct HugePageCollapserTests {
  /// Matrices of about a megabyte each, and what they are made of.
  private static func matrices(_ count: Int, in arena: inout PanelArena) throws -> [PackedMatrix] {
    var generator = SeededGenerator(seed: 11)
    return try (0..<count).map { _ in
      let bytes = PackedFormat.q8_0.randomBytes(1000 * 1024, &generator)
      let tensor = try tensors(of: [WeightMatrix(1000, 1024, PackedFormat.q8_0.tensorType, bytes)])[0]
      return try PackedMatrix(tensor, pool: SharedPools.single, arena: &arena)
    }
  }

  @Test func bytesStayTheSame() throws {
    var arena = PanelArena(expecting: 16 << 20)
    let matrices = try Self.matrices(9, in: &arena)
    let before = matrices.map(\.bytes)
    let collapser = arena.collapseHugePages()
    // Readers do not wait.
    for _ in 0..<3 { #expect(matrices.map(\.bytes) == before) }
    collapser.wait()
    #expect(matrices.map(\.bytes) == before)
    let size = matrices.reduce(0) { $0 + $1.byteCount }
    #expect(collapser.byteCount <= size, "unused memory")
    guard Self.systemHasHugePages else { return print("skipped: no large pages here") }
    #expect(collapser.byteCount > size / 2)
    let huge = try withExtendedLifetime(matrices) { try Self.hugePageByteCount() }
    #expect(huge >= collapser.byteCount)
  }

  @Test func anEmptyArenaHasNothingToCollapse() {
    let collapser = PanelArena().collapseHugePages()
    collapser.wait()
    #expect(collapser.byteCount == 0)
  }

  @Test func weightsMayGoAwayMeanwhile() throws {
    for _ in 0..<20 {
      var memory: AlignedMemory? = try AlignedMemory(byteCount: 16 << 20, for: "a test")
      weak let watched = memory
      if let memory = unsafe memory?.start { unsafe memset(memory, 1, 16 << 20) }
      let collapser = HugePageCollapser([HugePageCollapser.Region(memory: memory, used: 16 << 20)])
      collapser.start()
      memory = nil
      collapser.wait()
      #expect(watched == nil)
    }
  }

  /// True if the system makes a large page when it is asked for one.
  private static var systemHasHugePages: Bool {
    #if os(Linux)
      let setting = try? String(contentsOfFile: "/sys/kernel/mm/transparent_hugepage/enabled", encoding: .utf8)
      guard setting?.contains("[never]") == false,
        let memory = try? AlignedMemory(byteCount: 4 << 20, for: "a test")
      else { return false }
      memset(memory.start, 1, memory.byteCount)
      let page = memory.start.alignedUp(toMultipleOf: AlignedMemory.hugePageSize)
      return madvise(page, AlignedMemory.hugePageSize, 25) == 0
    #else
      return false
    #endif
  }

  /// The size of this process's memory in huge pages.
  private static func hugePageByteCount() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("AnonHugePages:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 10
  }
}
