@testable import SwiftletInference

extension EngineOptions {
  /// The options with guesses that depend on nothing that is measured.
  var withFixedGuessCost: EngineOptions {
    var options = self
    options.guessCost = 0.05
    return options
  }
}
