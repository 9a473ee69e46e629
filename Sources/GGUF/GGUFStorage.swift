/// The storage of a metadata value: the value, or its byte range in the file.
///
/// Arrays and long strings stay in the file until they are asked for, so that opening a file costs what is used of it.
enum GGUFStorage: Sendable {
  case value(GGUFValue)
  /// A string of the file, without its length.
  case text(MappedFile, Range<Int>)
  /// The elements of an array of the file.
  case array(MappedFile, Range<Int>, of: GGUFValueType, count: Int)

  /// The length in bytes from which a string stays in the file.
  static let longText = 1024

  /// The type of the value.
  var type: GGUFValueType {
    switch self {
    case .value(let value): value.type
    case .text: .string
    case .array: .array
    }
  }

  /// The number of elements of an array; nil for other values.
  var elementCount: Int? {
    switch self {
    case .value(.array(let array)): array.count
    case .array(_, _, _, let count): count
    default: nil
    }
  }

  /// The element type of an array; nil for other values.
  var elementType: GGUFValueType? {
    switch self {
    case .value(.array(let array)): array.elementType
    case .array(_, _, let type, _): type
    default: nil
    }
  }

  /// Returns the value, read from the file if it is there.
  ///
  /// - Throws: ``GGUFError`` only if the file has changed since it was opened.
  func value(of key: String) throws(GGUFError) -> GGUFValue {
    switch self {
    case .value(let value): return value
    case .text(let mapping, let range): return .string(unsafe mapping.withBytes(in: range) { unsafe Array($0) })
    case .array(let mapping, let range, let type, let count):
      return .array(try Self.elements(mapping, range, type, count, key))
    }
  }

  /// The description of the value, for which only the first elements are read; see ``GGUFValue/description``.
  func summary(of key: String) -> String {
    switch self {
    case .value(let value): return value.description
    case .text(let mapping, let range):
      let beginning = unsafe mapping.withBytes(in: range) { unsafe Array($0.prefix(GGUFValue.shownBytes)) }
      return GGUFValue.shortened(beginning[...], limit: GGUFValue.shownBytes, byteCount: range.count)
    case .array(let mapping, let range, let type, let count):
      // One more than is shown, so that the ellipsis is.
      let first = try? Self.elements(mapping, range, type, min(count, GGUFArray.shownCount + 1), key)
      return first?.description(count: count) ?? "\(count) × \(type)"
    }
  }

  private static func elements(
    _ mapping: MappedFile, _ range: Range<Int>, _ type: GGUFValueType, _ count: Int, _ key: String
  ) throws(GGUFError) -> GGUFArray {
    try unsafe mapping.withBytes(in: range) { bytes throws(GGUFError) in
      var reader = unsafe GGUFReader(bytes, file: mapping.path)
      return try reader.elements(type, count, of: .key(key))
    }
  }
}
