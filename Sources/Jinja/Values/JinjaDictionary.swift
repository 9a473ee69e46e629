/// An ordered dictionary of values by name, in the order of insertion.
///
/// Names are compared by code points, as in Python and JSON: `é` as one code point and as two code points are different
/// names.
public struct JinjaDictionary: Sendable {
  /// A name with its value.
  public typealias Element = (name: String, value: JinjaValue)

  private var entries: [Element] = []

  /// The index of each name; empty while there are few.
  private var positions: [CodePoints: Int] = [:]

  /// The maximum number of names for linear search.
  private static let scanned = 12

  /// Creates an empty dictionary.
  public init() {}

  /// Creates a dictionary; a repeated name replaces the value and keeps the position.
  public init(_ elements: some Sequence<(String, JinjaValue)>) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value with the given name; setting `nil` removes the name.
  public subscript(name: String) -> JinjaValue? {
    get { position(of: name).map { entries[$0].value } }
    set {
      let position = position(of: name)
      switch (position, newValue) {
      case (let position?, let value?): entries[position].value = value
      case (let position?, nil):
        entries.remove(at: position)
        index(from: 0)
      case (nil, let value?):
        entries.append((name, value))
        if entries.count > Self.scanned { index(from: positions.isEmpty ? 0 : entries.count - 1) }
      case (nil, nil): break
      }
    }
  }

  private func position(of name: String) -> Int? {
    guard positions.isEmpty else { return positions[CodePoints(name)] }
    return entries.firstIndex { CodePoints.equal($0.name, name) }
  }

  private mutating func index(from first: Int) {
    if first == 0 { positions = [:] }
    guard entries.count > Self.scanned else { return }
    for position in first..<entries.count { positions[CodePoints(entries[position].name)] = position }
  }
}

extension JinjaDictionary: RandomAccessCollection {
  /// The position of the first member: 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { entries.count }
  /// The member at a position.
  public subscript(position: Int) -> Element { entries[position] }
}

extension JinjaDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary; a repeated name replaces the value.
  public init(dictionaryLiteral elements: (String, JinjaValue)...) { self.init(elements) }
}

extension JinjaDictionary: Hashable {
  /// Returns true if both have the same names with the same values, in any order.
  public static func == (left: JinjaDictionary, right: JinjaDictionary) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
  }

  /// Hashes the number of members, since equality ignores their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// A string that is compared and hashed by its code points.
struct CodePoints: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: CodePoints, right: CodePoints) -> Bool { equal(left.text, right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Returns true if two strings have the same code points.
  static func equal(_ left: String, _ right: String) -> Bool {
    // String equality is fast, but canonical; it excludes most unequal strings before the comparison of bytes. Long
    // strings that are equal only canonically would take long.
    left.utf8.count == right.utf8.count && (left.utf8.count > 64 || left == right)
      && left.utf8.elementsEqual(right.utf8)
  }

  /// Returns true if one string precedes another in the order of code points.
  static func precedes(_ left: String, _ right: String) -> Bool {
    // UTF-8 preserves the order of code points.
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
