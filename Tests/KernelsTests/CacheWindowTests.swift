import Testing

@testable import SwiftletKernels

/// What a cache forgets that only some positions are seen of.
@Suite struct CacheWindowTests {
  private static let shape = AttentionShape(headCount: 2, keyValueHeadCount: 2, headWidth: 32)

  /// A cache of two layers, the first with a window, whose rows all hold ones.
  private func cache(capacity: Int) throws -> KeyValueCache {
    let cache = try KeyValueCache(
      layers: 2, shape: Self.shape, capacity: capacity, type: .f32, windows: [100, nil])
    for layer in 0..<2 {
      for head in 0..<2 {
        for isValue in [false, true] {
          cache.rows(layer: layer, head: head, values: isValue).assumingMemoryBound(to: Float.self)
            .update(repeating: 1, count: capacity * 32)
        }
      }
    }
    return cache
  }

  /// The values of a position.
  private func row(_ cache: KeyValueCache, layer: Int, position: Int) -> Set<Float> {
    let rows = cache.rows(layer: layer, head: 1, values: true).assumingMemoryBound(to: Float.self)
    return Set((0..<32).map { rows[position * 32 + $0] })
  }

  #if os(Linux)
    /// What was given back reads as zeros, and what a window still reaches is as it was.
    @Test func memoryOfWindowsStaysConstant() throws {
      let cache = try cache(capacity: 16_000)
      for count in stride(from: 0, through: 16_000, by: 500) {
        cache.advance(to: count)
        for position in max(0, count - 1100)..<count { #expect(row(cache, layer: 0, position: position) == [1]) }
        // At most the window, what is kept before it, and parts of pages.
        for position in stride(from: 64, to: count - 100 - 3 * 1024, by: 97) {
          #expect(row(cache, layer: 0, position: position) == [0], "position \(position) of \(count)")
        }
        for position in stride(from: 0, to: count, by: 97) { #expect(row(cache, layer: 1, position: position) == [1]) }
      }
    }
  #endif

  @Test func onlyWhatIsStillThereIsReused() throws {
    let cache = try cache(capacity: 6000)
    cache.advance(to: 1500)
    #expect(cache.reusablePrefix(10) == 10 && cache.reusablePrefix(1500) == 1500)
    cache.advance(to: 5000)
    #expect(cache.reusablePrefix(10) == 0 && cache.reusablePrefix(4000) == 4000 && cache.reusablePrefix(5000) == 5000)
    let copy = try KeyValueCache(layers: 2, shape: Self.shape, capacity: 7000, type: .f32, windows: [100, nil])
    copy.copyPrefix(of: cache, count: 4500)
    #expect(copy.reusablePrefix(10) == 0 && copy.reusablePrefix(4500) == 4500)
    for position in 4300..<4500 { #expect(row(copy, layer: 0, position: position) == [1]) }
    for position in stride(from: 0, to: 4500, by: 97) { #expect(row(copy, layer: 1, position: position) == [1]) }
  }

  @Test func statesAreOfOnePositionOnly() throws {
    let caches = try (0..<2).map { _ in
      try KeyValueCache(layers: 1, shape: Self.shape, capacity: 100, type: .f32, states: (2, 40))
    }
    for index in 0..<2 { caches[0].state(index).update(repeating: Float(index + 1), count: 40) }
    caches[0].advance(to: 50)
    #expect(caches[0].reusablePrefix(49) == 0 && caches[0].reusablePrefix(50) == 50)
    caches[1].copyPrefix(of: caches[0], count: 50)
    #expect(caches[1].reusablePrefix(50) == 50 && caches[1].state(1)[39] == 2 && caches[1].state(0)[0] == 1)
  }
}
