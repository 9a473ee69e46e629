import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Weights stay what they are while their memory is brought into large pages.
@Suite struct PageGatheringTests {
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
    var arena = PanelArena()
    let matrices = try Self.matrices(9, in: &arena)
    let before = matrices.map(\.bytes)
    let gathering = arena.gatherPages()
    // Readers do not wait.
    for _ in 0..<3 { #expect(matrices.map(\.bytes) == before) }
    gathering.wait()
    #expect(matrices.map(\.bytes) == before)
    let size = matrices.reduce(0) { $0 + $1.byteCount }
    #expect(gathering.byteCount <= size, "memory that nobody uses")
    guard Self.systemHasLargePages else { return print("skipped: no large pages here") }
    #expect(gathering.byteCount > size / 2)
    let large = try withExtendedLifetime(matrices) { try Self.largePageByteCount() }
    #expect(large >= gathering.byteCount)
  }

  @Test func nothingIsGatheredOfNothing() {
    let gathering = PanelArena().gatherPages()
    gathering.wait()
    #expect(gathering.byteCount == 0)
  }

  @Test func weightsMayGoAwayMeanwhile() throws {
    for _ in 0..<20 {
      var memory: AlignedMemory? = try AlignedMemory(byteCount: 16 << 20, for: "a test")
      weak let watched = memory
      if let memory = unsafe memory?.start { unsafe memset(memory, 1, 16 << 20) }
      let gathering = PageGathering([PageGathering.Area(memory: memory, used: 16 << 20)])
      memory = nil
      gathering.wait()
      #expect(watched == nil)
    }
  }

  /// Whether the system makes a large page when it is asked for one.
  private static var systemHasLargePages: Bool {
    #if os(Linux)
      let setting = try? String(contentsOfFile: "/sys/kernel/mm/transparent_hugepage/enabled", encoding: .utf8)
      guard setting?.contains("[never]") == false,
        let memory = try? AlignedMemory(byteCount: 4 << 20, for: "a test")
      else { return false }
      memset(memory.start, 1, memory.byteCount)
      let page = memory.start.alignedUp(toMultipleOf: AlignedMemory.largePage)
      return madvise(page, AlignedMemory.largePage, 25) == 0
    #else
      return false
    #endif
  }

  /// How much of this process lies in large pages.
  private static func largePageByteCount() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("AnonHugePages:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 10
  }
}
