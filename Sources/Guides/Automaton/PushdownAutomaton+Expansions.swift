/// Large states, with the beginnings of their values and elements in place of the positions before these.
///
/// Each byte after a state would otherwise find the beginnings of all values again, which are mostly the same.
struct Expansions {
  /// The maximum number of configurations.
  private static let maximumCount = 50_000

  private var known: [Int32: [Configuration]] = [:]
  private var count = 0

  /// The approximate memory in use, in bytes.
  var byteCount: Int { count * 60 }

  subscript(state: Int32) -> [Configuration]? { known[state] }

  mutating func insert(_ members: [Configuration], _ state: Int32) {
    if count + members.count > Self.maximumCount { (known, count) = ([:], 0) }
    known[state] = members
    count += members.count
  }
}

extension PushdownAutomaton {
  /// The number of configurations from which a state is expanded.
  private static let minimumExpansion = 16

  /// Returns the configurations to advance by a byte.
  mutating func members(of state: Int32, before byte: UInt8) -> [Configuration] {
    let members = states[Int(state)].map { configurations[Int($0)] }
    // Blanks and the ends of arrays belong to the positions before values, not to the values.
    guard members.count >= Self.minimumExpansion, grammar.spacing == .compact || !isSpace(byte),
      byte != UInt8(ascii: "]")
    else { return members }
    if let known = expansions[state] { return known }
    guard members.contains(where: \.isBeforeValue) else { return members }
    var result: [Configuration] = []
    var begun: [Configuration] = []
    for member in members {
      switch member.position {
      case .value(let node): begun += begin(Int(node), member.stack)
      case .element(let rule, let progress): begun += elements(rule, progress, member.stack)
      case .firstElement(let rule):
        begun += elements(rule, initialArrayProgress(rule, member.stack), member.stack)
      default: result.append(member)
      }
    }
    result += merged(begun)
    expansions.insert(result, state)
    return result
  }
}

extension Configuration {
  /// True before a value or an element.
  fileprivate var isBeforeValue: Bool {
    switch position {
    case .value, .element, .firstElement: true
    default: false
    }
  }
}
