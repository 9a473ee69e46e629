/// A bounded reader of the bytes of a picture file, whose errors name the format and the offset.
struct ByteReader: ~Escapable {
  /// The bytes of the whole file, or of the part that may be read.
  let bytes: Span<UInt8>
  /// The format named in errors.
  let format: ImageFormat
  /// The offset in the file of the first of `bytes`, for errors.
  let base: Int
  /// The index in `bytes` of the next byte to be read, between 0 and their number.
  private(set) var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, format: ImageFormat, base: Int = 0) {
    self.bytes = bytes
    self.format = format
    self.base = base
  }

  /// The offset in the file of the next byte.
  var offset: Int { base &+ position }

  /// The number of bytes left.
  var remaining: Int { bytes.count &- position }

  var isAtEnd: Bool { position == bytes.count }

  /// Fails unless `count` bytes are left.
  func require(_ count: Int, _ what: @autoclosure () -> String) throws(ImageError) {
    guard count <= remaining, count >= 0 else {
      throw ImageError(
        .truncated, format: format, offset: offset, found: "\(remaining) bytes to the end",
        expected: "\(count) bytes of \(what())")
    }
  }

  /// Creates the error for a value just read.
  func malformed(_ found: String, expected: String) -> ImageError {
    ImageError(.malformed, format: format, offset: offset, found: found, expected: expected)
  }

  @_lifetime(self: copy self)
  mutating func byte(_ what: @autoclosure () -> String) throws(ImageError) -> UInt8 {
    try require(1, what())
    position &+= 1
    return bytes[position &- 1]
  }

  @_lifetime(self: copy self)
  mutating func bigEndian16(_ what: @autoclosure () -> String) throws(ImageError) -> Int {
    try require(2, what())
    position &+= 2
    return Int(bytes[position &- 2]) << 8 | Int(bytes[position &- 1])
  }

  @_lifetime(self: copy self)
  mutating func littleEndian16(_ what: @autoclosure () -> String) throws(ImageError) -> Int {
    try require(2, what())
    position &+= 2
    return Int(bytes[position &- 1]) << 8 | Int(bytes[position &- 2])
  }

  @_lifetime(self: copy self)
  mutating func littleEndian24(_ what: @autoclosure () -> String) throws(ImageError) -> Int {
    try require(3, what())
    let low = try littleEndian16(what())
    return Int(try byte(what())) << 16 | low
  }

  @_lifetime(self: copy self)
  mutating func bigEndian32(_ what: @autoclosure () -> String) throws(ImageError) -> Int {
    try require(4, what())
    let high = try bigEndian16(what())
    return high << 16 | (try bigEndian16(what()))
  }

  @_lifetime(self: copy self)
  mutating func littleEndian32(_ what: @autoclosure () -> String) throws(ImageError) -> Int {
    try require(4, what())
    let low = try littleEndian16(what())
    return (try littleEndian16(what())) << 16 | low
  }

  /// Skips bytes.
  @_lifetime(self: copy self)
  mutating func skip(_ count: Int, _ what: @autoclosure () -> String) throws(ImageError) {
    try require(count, what())
    position &+= count
  }

  /// Goes on at an index of `bytes`, or at their end.
  @_lifetime(self: copy self)
  mutating func seek(to index: Int, _ what: @autoclosure () -> String) throws(ImageError) {
    guard index >= 0, index <= bytes.count else {
      throw ImageError(
        .truncated, format: format, offset: offset, found: "an offset of \(index) in \(bytes.count) bytes",
        expected: "\(what()) inside the file")
    }
    position = index
  }

  /// Reads bytes without copying them.
  @_lifetime(copy self)
  mutating func take(_ count: Int, _ what: @autoclosure () -> String) throws(ImageError) -> Span<UInt8> {
    try require(count, what())
    position &+= count
    return bytes.extracting(position &- count..<position)
  }

  /// Compares the next bytes with ASCII text without reading them.
  func startsWith(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard remaining >= count else { return false }
    var index = position
    for byte in text.description.utf8 {
      guard bytes[index] == byte else { return false }
      index &+= 1
    }
    return true
  }
}
