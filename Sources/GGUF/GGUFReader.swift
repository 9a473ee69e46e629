/// A bounds-checked cursor over the header of a GGUF file.
///
/// The file is untrusted: counts are compared with the remaining bytes before memory is allocated, and no arithmetic on
/// numbers from the file can overflow.
@safe struct GGUFReader {
  private let bytes: UnsafeRawBufferPointer
  private let file: String
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer, file: String) {
    unsafe self.bytes = unsafe bytes
    self.file = file
  }

  /// The likeliest reason for a file that ends in its header.
  private static let hint = "the file is incomplete or damaged"

  private var remaining: Int { unsafe bytes.count - offset }

  func error(
    _ code: GGUFError.Code, _ subject: GGUFError.Subject? = nil, at position: Int? = nil, found: String,
    expected: String
  ) -> GGUFError {
    GGUFError(code, file: file, subject: subject, offset: position ?? offset, found: found, expected: expected)
  }

  /// Reads a fixed-size number.
  mutating func read<Value: BitwiseCopyable>(
    _ what: @autoclosure () -> String, as type: Value.Type = Value.self, of subject: GGUFError.Subject? = nil
  ) throws(GGUFError) -> Value {
    let size = MemoryLayout<Value>.size
    guard size <= remaining else {
      throw error(
        .truncated, subject, found: "the end of the file", expected: "\(size) bytes of \(what()); \(Self.hint)")
    }
    defer { offset += size }
    // Safe: the range was checked; number types have no invalid bit patterns.
    return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Reads a 64-bit count of items of at least `minimum` bytes each, at most `limit`.
  mutating func count(
    of what: String, minimum: Int, limit: Int = .max, for subject: GGUFError.Subject? = nil
  ) throws(GGUFError) -> Int {
    let position = offset
    let number = try read("the number of \(what)", as: UInt64.self, of: subject)
    let room = remaining / minimum
    guard number <= UInt64(room) else {
      throw error(
        .badCount, subject, at: position, found: "\(number) \(what)",
        expected: "at most \(room), as the file has \(remaining) bytes more; \(Self.hint)")
    }
    guard number <= UInt64(limit) else {
      throw error(.badCount, subject, at: position, found: "\(number) \(what)", expected: "at most \(limit)")
    }
    return Int(number)
  }

  /// Reads the bytes of a length-prefixed string.
  mutating func string(
    _ what: String, of subject: GGUFError.Subject? = nil
  ) throws(GGUFError) -> UnsafeRawBufferPointer {
    let position = offset
    let length = try read("the length of \(what)", as: UInt64.self, of: subject)
    guard length <= UInt64(remaining) else {
      throw error(
        .badLength, subject, at: position, found: "\(what) of \(length) bytes",
        expected: "at most the remaining \(remaining); \(Self.hint)")
    }
    defer { offset += Int(length) }
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
  }

  /// Reads a name of 1 to `limit` bytes, which has to be UTF-8 without NUL.
  mutating func name(
    _ what: String, limit: Int, code: GGUFError.Code
  ) throws(GGUFError) -> String {
    let position = offset
    let raw = try unsafe string(what)
    guard (1...limit).contains(raw.count) else {
      throw error(code, at: position, found: "\(what) of \(raw.count) bytes", expected: "1 to \(limit) bytes")
    }
    guard let text = unsafe String(validating: raw, as: UTF8.self), !text.utf8.contains(0) else {
      throw error(code, at: position, found: "\(what) that is not UTF-8 text", expected: "UTF-8 without NUL")
    }
    return text
  }

  /// Reads `count` contiguous numbers.
  mutating func numbers<Value: BitwiseCopyable>(
    _ type: Value.Type, _ count: Int, of subject: GGUFError.Subject
  ) throws(GGUFError) -> [Value] {
    let (size, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Value>.size)
    guard !overflow, size <= remaining else {
      throw error(
        .truncated, subject, found: "\(remaining) bytes more",
        expected: "\(count) elements of \(type); \(Self.hint)")
    }
    defer { offset += size }
    // Safe: the source range was checked and the destination has room for `count` elements.
    return unsafe Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size]))
      initialized = count
    }
  }
}

extension GGUFReader {
  /// The maximum number of strings in the arrays of a file: each has to be visited to find the next.
  static let maximumStrings = 1 << 24
  /// The maximum number of elements of an array of Booleans: each has to be checked.
  static let maximumBooleans = 1 << 20
  /// The maximum length of a string value in bytes; chat templates have some thousands.
  static let maximumText = 1 << 26

  /// Reads a metadata value, which is preceded by its type; arrays and long strings are only passed over.
  ///
  /// The reader is one of the whole file `mapping`. `strings` counts the strings of arrays so far.
  mutating func storage(
    of key: String, in mapping: MappedFile, strings: inout Int
  ) throws(GGUFError) -> GGUFStorage {
    let subject = GGUFError.Subject.key(key)
    switch try valueType(of: subject) {
    case .uint8: return .value(.uint8(try read("a value", of: subject)))
    case .int8: return .value(.int8(try read("a value", of: subject)))
    case .uint16: return .value(.uint16(try read("a value", of: subject)))
    case .int16: return .value(.int16(try read("a value", of: subject)))
    case .uint32: return .value(.uint32(try read("a value", of: subject)))
    case .int32: return .value(.int32(try read("a value", of: subject)))
    case .float32: return .value(.float32(try read("a value", of: subject)))
    case .bool: return .value(.bool(try bools(1, of: subject)[0]))
    case .string:
      let position = offset
      let text = try unsafe string("a value", of: subject)
      guard text.count <= Self.maximumText else {
        throw error(
          .badLength, subject, at: position, found: "a value of \(text.count) bytes",
          expected: "at most \(Self.maximumText)")
      }
      if text.count < GGUFStorage.longText { return .value(.string(unsafe Array(text))) }
      return .text(mapping, offset - text.count..<offset)
    case .array: return try array(of: subject, in: mapping, &strings)
    case .uint64: return .value(.uint64(try read("a value", of: subject)))
    case .int64: return .value(.int64(try read("a value", of: subject)))
    case .float64: return .value(.float64(try read("a value", of: subject)))
    }
  }

  private mutating func array(
    of subject: GGUFError.Subject, in mapping: MappedFile, _ strings: inout Int
  ) throws(GGUFError) -> GGUFStorage {
    let position = offset
    let type = try valueType(of: subject)
    guard type != .array else {
      throw error(.nestedArray, subject, at: position, found: "an array of arrays", expected: "an array of scalars")
    }
    let limit =
      switch type {
      case .bool: Self.maximumBooleans
      case .string: Self.maximumStrings - strings
      default: Int.max
      }
    let count = try count(of: "elements", minimum: type.minimumSize, limit: limit, for: subject)
    let start = offset
    switch type {
    case .bool: _ = try bools(count, of: subject)
    case .string:
      try skipStrings(count, of: subject)
      strings += count
    // The count is limited by the bytes that are left.
    default: offset += count * type.minimumSize
    }
    return .array(mapping, start..<offset, of: type, count: count)
  }

  /// Reads the elements of an array.
  mutating func elements(
    _ type: GGUFValueType, _ count: Int, of subject: GGUFError.Subject
  ) throws(GGUFError) -> GGUFArray {
    switch type {
    case .uint8: return .uint8(try numbers(UInt8.self, count, of: subject))
    case .int8: return .int8(try numbers(Int8.self, count, of: subject))
    case .uint16: return .uint16(try numbers(UInt16.self, count, of: subject))
    case .int16: return .int16(try numbers(Int16.self, count, of: subject))
    case .uint32: return .uint32(try numbers(UInt32.self, count, of: subject))
    case .int32: return .int32(try numbers(Int32.self, count, of: subject))
    case .float32: return .float32(try numbers(Float.self, count, of: subject))
    case .bool: return .bool(try bools(count, of: subject))
    case .string, .array: return .string(try strings(count, of: subject))
    case .uint64: return .uint64(try numbers(UInt64.self, count, of: subject))
    case .int64: return .int64(try numbers(Int64.self, count, of: subject))
    case .float64: return .float64(try numbers(Double.self, count, of: subject))
    }
  }

  private mutating func valueType(of subject: GGUFError.Subject) throws(GGUFError) -> GGUFValueType {
    let position = offset
    let number = try read("a value type", as: UInt32.self, of: subject)
    guard let type = GGUFValueType(rawValue: number) else {
      throw error(.badValueType, subject, at: position, found: "value type \(number)", expected: "0 to 12")
    }
    return type
  }

  private mutating func bools(_ count: Int, of subject: GGUFError.Subject) throws(GGUFError) -> [Bool] {
    let position = offset
    let raw = try numbers(UInt8.self, count, of: subject)
    if let index = raw.firstIndex(where: { $0 > 1 }) {
      throw error(.badBoolean, subject, at: position + index, found: "the byte \(raw[index])", expected: "0 or 1")
    }
    return raw.map { $0 == 1 }
  }

  private mutating func strings(_ count: Int, of subject: GGUFError.Subject) throws(GGUFError) -> ByteStrings {
    // A first pass determines the total size, so that all strings are copied into one allocation.
    let start = offset
    try skipStrings(count, of: subject)
    let total = offset - start - 8 * count
    offset = start
    var strings = ByteStrings()
    strings.reserveCapacity(strings: count, bytes: total)
    for _ in 0..<count { unsafe strings.append(try string("an element", of: subject)) }
    return strings
  }

  private mutating func skipStrings(_ count: Int, of subject: GGUFError.Subject) throws(GGUFError) {
    for _ in 0..<count { _ = try unsafe string("an element", of: subject) }
  }
}
