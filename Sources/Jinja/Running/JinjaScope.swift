/// The variables of a template, of a round of a loop, or of a call.
final class JinjaScope {
  /// The values of the outermost scope by variable, empty in others.
  private var all: [JinjaRuntimeValue?] = []
  /// The few variables of an inner scope.
  private var some: [(variable: Int, value: JinjaRuntimeValue)] = []
  private let outer: JinjaScope?
  /// Whether it is known to the run, which empties it at the end so that no cycle of references stays.
  var isRegistered = false

  /// Creates the outermost scope.
  init(variables count: Int) {
    all = Array(repeating: nil, count: count)
    outer = nil
  }

  init(_ outer: JinjaScope) { self.outer = outer }

  func value(of variable: Int) -> JinjaRuntimeValue? {
    var scope = self
    while let outer = scope.outer {
      for entry in scope.some where entry.variable == variable { return entry.value }
      scope = outer
    }
    return scope.all[variable]
  }

  func set(_ variable: Int, to value: JinjaRuntimeValue) {
    guard outer != nil else {
      all[variable] = value
      return
    }
    for index in some.indices where some[index].variable == variable {
      some[index].value = value
      return
    }
    some.append((variable, value))
  }

  func removeAll() {
    all = []
    some = []
  }
}
