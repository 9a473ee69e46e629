import Testing

@testable import SwiftletKernels

/// The memory that an arena maps for packed weights.
@Suite struct PanelArenaTests {
  @Test func aSmallModelMapsWhatItNeeds() throws {
    let sizes = [4096, 640, 12_800]
    var arena = PanelArena(expecting: sizes.reduce(0, +))
    let found = try sizes.map { try arena.allocate($0, for: "a test") }
    #expect(found.map(\.offset) == [0, 4096, 4736])
    #expect(found.allSatisfy { $0.0 === found[0].0 })
    #expect(arena.byteCount == sizes.reduce(0, +))
  }

  @Test func whatIsNotExpectedIsMappedAlone() throws {
    var arena = PanelArena(expecting: 4096)
    let found = try [1024, 3000, 70, 5].map { try arena.allocate($0, for: "a test") }
    // The 64 bytes after the second matrix are too few for the third, and take the fourth.
    #expect(found.map(\.offset) == [0, 1024, 0, 4032])
    #expect(arena.byteCount == 4096 + 70)
  }

  @Test func chunksOfLargeModelsAreBounded() throws {
    let (chunk, part) = (PanelArena.chunkByteCount, 100 << 20)
    var arena = PanelArena(expecting: 5 * part)
    for _ in 0..<3 { _ = try arena.allocate(part, for: "a test") }
    // Two in the first chunk; the second has room for what is left.
    #expect(arena.byteCount == 2 * chunk)
    for _ in 0..<2 { _ = try arena.allocate(part, for: "a test") }
    #expect(arena.byteCount == 2 * chunk + part)
  }

  @Test func aRefusalNamesTheWholeNeed() throws {
    var arena = PanelArena(expecting: 3 << 50)
    let error = #expect(throws: KernelError.self) { try arena.allocate(1 << 50, for: "tensor a") }
    #expect(
      error
        == .outOfMemory(bytes: 1 << 50, purpose: "tensor a, of \(3 << 50) bytes of packed weights in all"))
    var single = PanelArena()
    #expect(throws: KernelError.outOfMemory(bytes: 1 << 50, purpose: "tensor a")) {
      try single.allocate(1 << 50, for: "tensor a")
    }
  }
}
