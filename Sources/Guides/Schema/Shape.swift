/// A conjunction of literals: signed schema numbers, negative for negated schemas, sorted and without duplicates.
typealias Conjunction = [Int32]

/// A property name in UTF-8.
///
/// Not a `String`, whose comparison treats canonically equivalent names as equal.
typealias PropertyName = [UInt8]

/// The values allowed by a schema: for each type a union of constraints.
struct Shape: Hashable, Sendable {
  var null = false
  var `true` = false
  var `false` = false
  var numbers: [NumberConstraint] = []
  var strings: [StringConstraint] = []
  var arrays: [ArrayConstraint] = []
  var objects: [ObjectConstraint] = []

  /// The empty shape.
  static let none = Shape()
  /// The shape of all values.
  static let any = Shape(
    null: true, true: true, false: true, numbers: [.init()], strings: [.init()], arrays: [.init()],
    objects: [.init()])

  var isNone: Bool { self == .none }

  /// The number of alternatives.
  var count: Int { numbers.count + strings.count + arrays.count + objects.count }

  /// Adds the values of another shape.
  mutating func formUnion(_ other: Shape) {
    null = null || other.null
    `true` = `true` || other.true
    `false` = `false` || other.false
    Self.append(other.numbers, to: &numbers)
    Self.append(other.strings, to: &strings)
    Self.append(other.arrays, to: &arrays)
    Self.append(other.objects, to: &objects)
  }

  private static func append<T: Hashable>(_ new: [T], to list: inout [T]) {
    if list.isEmpty { list = new } else { for item in new where !list.contains(item) { list.append(item) } }
  }

  /// Returns the intersection with another shape.
  func intersection(_ other: Shape) -> Shape {
    if self == .any { return other }
    if other == .any { return self }
    return Shape(
      null: null && other.null, true: `true` && other.true, false: `false` && other.false,
      numbers: Self.pairs(numbers, other.numbers) { $0.intersection($1) },
      strings: Self.pairs(strings, other.strings) { $0.intersection($1) },
      arrays: Self.pairs(arrays, other.arrays) { $0.intersection($1) },
      objects: Self.pairs(objects, other.objects) { $0.intersection($1) })
  }

  private static func pairs<T: Hashable>(_ left: [T], _ right: [T], _ merge: (T, T) -> T?) -> [T] {
    if left.count == 1, right.count == 1 { return merge(left[0], right[0]).map { [$0] } ?? [] }
    var seen: Set<T> = []
    var result: [T] = []
    for a in left {
      for b in right {
        if let merged = merge(a, b), seen.insert(merged).inserted { result.append(merged) }
      }
    }
    return result
  }

  /// Returns the maximum number of alternatives of the intersection.
  func work(with other: Shape) -> Int {
    numbers.count * other.numbers.count + strings.count * other.strings.count + arrays.count * other.arrays.count
      + objects.count * other.objects.count
  }
}
