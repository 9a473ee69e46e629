// A decoder does not preserve the order of an object's keys, so the order is encoded beside the value.

extension GeneratedContent {
  /// The distinct keys of all objects in the value, in the order of their first occurrence.
  var keyOrder: [String] {
    var seen: Set<String> = []
    var order: [String] = []
    func visit(_ content: GeneratedContent) {
      switch content.kind {
      case .array(let elements):
        elements.forEach(visit)
      case .structure(let properties, let keys):
        for key in keys where seen.insert(key).inserted { order.append(key) }
        for key in keys { properties[key].map(visit) }
      case .null, .bool, .number, .string:
        break
      }
    }
    visit(self)
    return order
  }

  /// Returns the value with its objects' keys in a given order; unlisted keys follow in alphabetical order.
  func ordered(by order: [String]) -> GeneratedContent {
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func arrange(_ content: GeneratedContent) -> GeneratedContent {
      switch content.storage {
      case .array(let elements):
        return GeneratedContent(.array(elements.map(arrange)))
      case .structure(let properties, let keys):
        let arranged = keys.sorted { (ranks[$0] ?? order.count, $0) < (ranks[$1] ?? order.count, $1) }
        return GeneratedContent(.structure(properties: properties.mapValues(arrange), keys: arranged))
      case .null, .bool, .number, .string:
        return content
      }
    }
    return arrange(self)
  }
}
