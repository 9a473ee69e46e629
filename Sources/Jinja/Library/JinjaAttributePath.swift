/// The `attribute` parameter of filters: `name`, `name.part`, or an index.
struct JinjaAttributePath {
  private let parts: [JinjaRuntimeValue]
  private let fallback: JinjaRuntimeValue?
  /// True if string results are lowercased, for comparison without case.
  private let ignoresCase: Bool

  init(
    _ attribute: JinjaRuntimeValue?, _ budget: JinjaBudget, fallback: JinjaRuntimeValue? = nil,
    ignoresCase: Bool = false
  ) throws(JinjaFault) {
    self.fallback = fallback
    self.ignoresCase = ignoresCase
    switch attribute {
    case nil, .some(.none): parts = []
    case .text(let text):
      // Each byte may be a part.
      try budget.spend(text.byteCount * 4)
      var parts: [JinjaRuntimeValue] = []
      for part in text.string.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
        try budget.spend()
        let name = String(Substring(part))
        parts.append(Int(name).flatMap { $0 >= 0 ? .integer($0) : nil } ?? .string(name))
      }
      self.parts = parts
    case .integer(let index): parts = [.integer(index)]
    case .some(let other): throw .value("a member's name", found: other.kind, expected: "a string or an integer")
    }
  }

  func value(in value: JinjaRuntimeValue, _ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    var value = value
    for part in parts {
      try run.budget.spend()
      value = try run.element(part, of: value)
      if let fallback, value.isUndefined { value = fallback }
    }
    if ignoresCase, case .text(let text) = value { return .text(try run.budget.map(text, JinjaCase.lowered)) }
    return value
  }
}
