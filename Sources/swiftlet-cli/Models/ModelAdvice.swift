import Swiftlet
import SwiftletKernels
import SwiftletStore

/// The advice to users of the small bundled model, which models fit their machine.
enum ModelAdvice {
  /// The text; nil if a model was chosen, or no other fits.
  static var text: String? {
    guard (try? DefaultModelChoice.name) == .some(nil) else { return nil }
    return text(memory: SystemMemory.availableByteCount)
  }

  /// Returns the text for a number of available bytes; nil if no model fits.
  static func text(memory: Int) -> String? {
    let rows = SuggestedModel.fitting(memory: memory).map { model in
      ["swiftlet default --pull \(model.name)", model.title, ByteCount.text(model.byteCount)]
    }
    guard !rows.isEmpty else { return nil }
    return "This is the small model that comes with Swiftlet. Better ones that fit this machine, by one command:\n"
      + TextTable(rows, indent: 2).text
  }
}
