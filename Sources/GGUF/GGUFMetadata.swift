/// The key/value section of a GGUF file, in file order.
///
/// Typed getters return nil for an absent key, and throw if the value has another type, which indicates an invalid
/// file. Integers of any width are accepted, as writers use different widths.
public struct GGUFMetadata: Sendable {
  /// A key, the storage of its value, and its byte offset in the file.
  struct Entry: Sendable {
    var key: String
    var storage: GGUFStorage
    var offset: Int?
  }

  /// The path of the file, for error messages.
  public let file: String
  private(set) var entries: [Entry] = []
  private var positions: [String: Int] = [:]

  /// Creates empty metadata; `file` is the path in error messages.
  public init(file: String = "(memory)") { self.file = file }

  /// The keys in file order.
  public var keys: [String] { entries.map(\.key) }

  /// The value of a key; nil if it is absent.
  ///
  /// Arrays and long strings are read from the file each time. Setting nil removes the key.
  public subscript(key: String) -> GGUFValue? {
    get { storage(key).flatMap { try? $0.value(of: key) } }
    set {
      if let newValue {
        set(key, .value(newValue), offset: nil)
      } else if let position = positions.removeValue(forKey: key) {
        entries.remove(at: position)
        for (other, index) in positions where index > position { positions[other] = index - 1 }
      }
    }
  }

  /// Sets a value and returns whether the key is new.
  @discardableResult
  mutating func set(_ key: String, _ storage: GGUFStorage, offset: Int?) -> Bool {
    if let position = positions[key] {
      entries[position].storage = storage
      return false
    }
    positions[key] = entries.count
    entries.append(Entry(key: key, storage: storage, offset: offset))
    return true
  }

  private func storage(_ key: String) -> GGUFStorage? { positions[key].map { entries[$0].storage } }
}

/// Questions that are answered without reading arrays.
extension GGUFMetadata {
  /// Returns true if there is a value for a key.
  public func contains(_ key: String) -> Bool { positions[key] != nil }

  /// The number of elements of the array of a key; nil if it is absent or no array.
  public func elementCount(_ key: String) -> Int? { storage(key)?.elementCount }

  /// The description of the value of a key, with the first elements of an array; nil if it is absent.
  public func summary(_ key: String) -> String? { storage(key)?.summary(of: key) }
}

extension GGUFMetadata {
  /// The maximum number of elements that the typed getters of arrays return.
  ///
  /// It is several times the largest vocabulary. The subscript has no limit.
  public static let maximumElementCount = 1 << 22

  /// Returns the string value of a key.
  public func string(_ key: String) throws(GGUFError) -> String? {
    try value(key, as: "a string") {
      if case .string(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  /// Returns the integer value of a key, of any width.
  public func integer(_ key: String) throws(GGUFError) -> Int? {
    try value(key, as: "an integer", \.integer)
  }

  /// Returns the floating-point value of a key; integers are accepted too.
  public func float(_ key: String) throws(GGUFError) -> Double? {
    try value(key, as: "a number") { $0.float ?? $0.integer.map { Double($0) } }
  }

  /// Returns the Boolean value of a key; the integers 0 and 1 are accepted too.
  public func bool(_ key: String) throws(GGUFError) -> Bool? {
    try value(key, as: "a bool") { value in
      if case .bool(let flag) = value { return flag }
      return switch value.integer {
      case 0: false
      case 1: true
      default: nil
      }
    }
  }

  /// Returns the string array of a key, as bytes.
  public func byteStrings(_ key: String) throws(GGUFError) -> ByteStrings? {
    try array(key, as: "an array of strings", of: [.string]) {
      if case .string(let strings) = $0 { strings } else { nil }
    }
  }

  /// Returns the integer array of a key, of any width.
  public func integers(_ key: String) throws(GGUFError) -> [Int]? {
    try array(
      key, as: "an array of integers", of: [.uint8, .int8, .uint16, .int16, .uint32, .int32, .uint64, .int64],
      \.integers)
  }

  /// Returns the array of 32-bit floats of a key.
  public func floats(_ key: String) throws(GGUFError) -> [Float]? {
    try array(key, as: "an array of 32-bit floats", of: [.float32]) {
      if case .float32(let floats) = $0 { floats } else { nil }
    }
  }

  /// Returns the per-layer integers of a key, which holds either one number for all layers or an array of `count`.
  public func integers(_ key: String, perLayer count: Int) throws(GGUFError) -> [Int]? {
    guard let found = elementCount(key) else {
      return try integer(key).map { Array(repeating: $0, count: count) }
    }
    guard found == count else {
      throw error(.outOfRange, key, found: "\(found) elements", expected: "\(count), one for each layer")
    }
    return try integers(key)
  }

  /// Returns the integer of a required key, which has to be in `range`.
  public func integer(_ key: String, in range: ClosedRange<Int>, default: Int? = nil) throws(GGUFError) -> Int {
    guard let value = try integer(key) ?? `default` else {
      throw error(.missingKey, key, found: "no such key", expected: "an integer in \(range)")
    }
    guard range.contains(value) else {
      throw error(.outOfRange, key, found: "\(value)", expected: "an integer in \(range)")
    }
    return value
  }

  /// Creates an error about a key of this file.
  public func error(_ code: GGUFError.Code, _ key: String, found: String, expected: String) -> GGUFError {
    GGUFError(
      code, file: file, subject: .key(key), offset: positions[key].flatMap { entries[$0].offset }, found: found,
      expected: expected)
  }

  private func value<Result>(
    _ key: String, as expected: String, _ convert: (GGUFValue) -> Result?
  ) throws(GGUFError) -> Result? {
    guard let storage = storage(key) else { return nil }
    // An array is not read to find out that it is no scalar.
    guard storage.elementCount == nil, let result = convert(try storage.value(of: key)) else {
      throw wrongType(key, storage, expected)
    }
    return result
  }

  private func array<Result>(
    _ key: String, as expected: String, of types: [GGUFValueType], _ convert: (GGUFArray) -> Result?
  ) throws(GGUFError) -> Result? {
    guard let storage = storage(key) else { return nil }
    guard let type = storage.elementType, types.contains(type) else { throw wrongType(key, storage, expected) }
    guard let count = storage.elementCount, count <= Self.maximumElementCount else {
      throw error(
        .outOfRange, key, found: storage.summary(of: key), expected: "at most \(Self.maximumElementCount) elements")
    }
    guard case .array(let array) = try storage.value(of: key), let result = convert(array) else {
      throw wrongType(key, storage, expected)
    }
    return result
  }

  private func wrongType(_ key: String, _ storage: GGUFStorage, _ expected: String) -> GGUFError {
    error(.wrongType, key, found: "\(storage.type) \(storage.summary(of: key))", expected: expected)
  }
}
