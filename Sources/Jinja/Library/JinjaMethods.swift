/// The methods of strings, lists and dictionaries.
enum JinjaMethods {
  typealias Method =
    @Sendable (JinjaRun, JinjaRuntimeValue, JinjaArguments) throws(JinjaFault) -> JinjaRuntimeValue

  /// The method with the given name, nil if the value has none.
  static func method(_ name: String, of value: JinjaRuntimeValue) -> Method? {
    guard name.isShortName else { return nil }
    return switch value {
    case .text: strings[name]
    case .dictionary: dicts[name]
    case .sequence(let sequence):
      switch sequence.kind {
      case .list: lists[name]
      case .tuple: name == "count" || name == "index" ? lists[name] : nil
      default: nil
      }
    case .loop: loops[name]
    default: nil
    }
  }

  private static let strings: [String: Method] = {
    var all = transforms
    for part in [splits, predicates, searches] { all.merge(part) { first, _ in first } }
    return all
  }()

  private static let loops: [String: Method] = [
    "cycle": { (_, value, arguments) throws(JinjaFault) in
      guard case .loop(let loop) = value, !arguments.positional.isEmpty else {
        throw .value("loop.cycle", found: "no values", expected: "some")
      }
      return arguments.positional[loop.index % arguments.positional.count]
    },
    "changed": { (run, value, arguments) throws(JinjaFault) in
      guard case .loop(let loop) = value else { return .boolean(false) }
      defer { loop.last = arguments.positional }
      guard let last = loop.last, last.count == arguments.positional.count else { return .boolean(true) }
      for (old, new) in zip(last, arguments.positional) where !(try run.equal(old, new)) { return .boolean(true) }
      return .boolean(false)
    },
  ]
}
