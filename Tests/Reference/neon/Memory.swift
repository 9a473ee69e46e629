/// An aligned buffer followed by guard bytes, to detect out-of-bounds writes.
struct Memory {
  let start: UnsafeMutableRawPointer
  let byteCount: Int

  private static let guardByteCount = 64

  init(_ byteCount: Int) {
    self.byteCount = byteCount
    start = .allocate(byteCount: byteCount + Self.guardByteCount, alignment: 64)
    start.initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount + Self.guardByteCount)
  }

  init(_ random: inout Random, floats count: Int, magnitude: Float = 1) {
    self.init(4 * count)
    for index in 0..<count { floats[index] = random.float(magnitude) }
  }

  init(_ random: inout Random, words count: Int) {
    self.init(8 * count)
    for index in 0..<count { start.storeBytes(of: random.next(), toByteOffset: 8 * index, as: UInt64.self) }
  }

  func free() { start.deallocate() }

  var floats: UnsafeMutablePointer<Float> { start.assumingMemoryBound(to: Float.self) }
  var reading: UnsafeRawPointer { UnsafeRawPointer(start) }

  /// Returns true if all bytes are equal to those of `other`.
  func equals(_ other: Memory) -> Bool {
    for offset in 0..<byteCount where byte(offset) != other.byte(offset) { return false }
    return true
  }

  /// Returns true if the bytes from an offset on are unchanged.
  func isUntouched(from first: Int) -> Bool {
    for offset in first..<byteCount + Self.guardByteCount where byte(offset) != 0xA5 { return false }
    return true
  }

  private func byte(_ offset: Int) -> UInt8 { start.load(fromByteOffset: offset, as: UInt8.self) }
}

/// A SplitMix64 random number generator with a fixed seed.
struct Random {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a random float from −`magnitude` to `magnitude`.
  mutating func float(_ magnitude: Float) -> Float {
    Float(Int32(truncatingIfNeeded: next() >> 32) >> 8) * 0x1p-23 * magnitude
  }

  /// Returns a random number below `limit`.
  mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % limit }
}

/// The comparison results.
struct Report {
  private(set) var comparisons = 0
  private(set) var failures = 0
  /// The largest error of the current part.
  private var largest: Double = 0

  mutating func check(_ isRight: Bool, _ what: StaticString, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
    comparisons += 1
    if isRight { return }
    failures += 1
    if failures <= 20 { print("FAILED: \(what) \(a) \(b) \(c)") }
  }

  /// Compares two results whose error is measured in a unit.
  mutating func check(
    _ result: Float, _ expected: Float, unit: Double, within limit: Double, _ what: StaticString, _ a: Int, _ b: Int,
    _ c: Int
  ) {
    let difference = abs(Double(result) - Double(expected))
    let error = difference <= 1e-36 ? 0 : difference / unit
    // A NaN is no error that would be below the limit.
    largest = error > largest ? error : largest
    check(error <= limit, what, a, b, c)
  }

  mutating func endPart(_ name: StaticString) {
    // In units of 10⁻⁹, because Embedded Swift cannot print floats.
    print("\(name): largest error \(Int(min(largest, 1) * 1e9))e-9 of its unit")
    largest = 0
  }
}
