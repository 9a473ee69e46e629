import Testing

@testable import SwiftletGuides

/// Hash tables without removal.
struct HashTableTests {
  @Test("numbers are found by their values, also if the hashes of different values are equal")
  func findsNumbers() {
    var generator = SeededGenerator(seed: 1)
    for kinds in [1, 7, UInt64.max] {
      var table = NumberTable(capacity: 1)
      var values: [UInt64] = []
      for _ in 0..<500 {
        let value = generator.next() % 1000
        let hash = (value % kinds) &* 0x9E37_79B9_7F4A_7C15
        let known = table.number(hash) { values[Int($0)] == value }
        #expect(known.map { Int($0) } == values.firstIndex(of: value))
        guard known == nil else { continue }
        table.insert(Int32(values.count), hash)
        values.append(value)
      }
      #expect(values.count > 300)
    }
  }
}
