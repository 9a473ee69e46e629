/// Values by name, in the order in which the names first came.
///
/// Names are told apart by their code points, as in Python and JSON: `é` written as one code point and as two are
/// different names.
public struct JinjaDictionary: Sendable {
  /// A name with its value.
  public typealias Element = (name: String, value: JinjaValue)

  private var entries: [Element] = []

  /// Where each name is, once there are many.
  private var positions: [CodePoints: Int] = [:]

  /// Up to how many names are looked for one by one.
  private static let scanned = 12

  /// Creates an empty dictionary.
  public init() {}

  /// Creates a dictionary from names and values; of equal names, the last one's value counts, at the first one's place.
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
  /// Creates a dictionary; of equal names, the last one's value counts.
  public init(dictionaryLiteral elements: (String, JinjaValue)...) { self.init(elements) }
}

extension JinjaDictionary: Hashable {
  /// Whether both have the same names with the same values, in any order.
  public static func == (left: JinjaDictionary, right: JinjaDictionary) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
  }

  /// Feeds the number of members to a hasher: their order must not matter.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// A string that is compared and hashed by its code points.
struct CodePoints: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: CodePoints, right: CodePoints) -> Bool { equal(left.text, right.text) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// Whether two strings have the same code points.
  static func equal(_ left: String, _ right: String) -> Bool {
    // Equality of strings is fast but canonical; what it calls unequal is unequal byte by byte too.
    left.utf8.count == right.utf8.count && left == right && (left.utf8.elementsEqual(right.utf8))
  }

  /// Whether one string comes before another by code points.
  static func precedes(_ left: String, _ right: String) -> Bool {
    // UTF-8 keeps the order of code points.
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
