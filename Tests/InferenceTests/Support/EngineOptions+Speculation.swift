@testable import SwiftletInference

extension EngineOptions {
  /// The options with drafts that do not depend on measurements.
  var withFixedSpeculationCost: EngineOptions {
    var options = self
    options.speculationCost = 0.05
    return options
  }
}
