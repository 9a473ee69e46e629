/// The variables of a template, of an iteration of a loop, or of a call.
final class JinjaScope {
  /// The values by variable index; empty except in the outermost scope.
  private var globals: [JinjaRuntimeValue?] = []
  /// The variables of an inner scope, of which there are few.
  private var locals: [(variable: Int, value: JinjaRuntimeValue)] = []
  private let parent: JinjaScope?
  /// True if the run empties the scope at the end, to break reference cycles.
  var isRegistered = false

  /// Creates the outermost scope.
  init(variables count: Int) {
    globals = Array(repeating: nil, count: count)
    parent = nil
  }

  init(_ parent: JinjaScope) { self.parent = parent }

  func value(of variable: Int) -> JinjaRuntimeValue? {
    var scope = self
    while let parent = scope.parent {
      for entry in scope.locals where entry.variable == variable { return entry.value }
      scope = parent
    }
    return scope.globals[variable]
  }

  func set(_ variable: Int, to value: JinjaRuntimeValue) {
    guard parent != nil else {
      globals[variable] = value
      return
    }
    for index in locals.indices where locals[index].variable == variable {
      locals[index].value = value
      return
    }
    locals.append((variable, value))
  }

  func removeAll() {
    globals = []
    locals = []
  }
}
