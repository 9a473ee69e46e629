import Swiftlet
import SwiftletKernels
import SwiftletStore

/// The advice to users of the small bundled model, which models fit their machine.
enum ModelAdvice {
  /// The text; nil if a model was chosen.
  static var text: String? {
    guard (try? DefaultModelChoice.name) == .some(nil) else { return nil }
    let rows = SuggestedModel.fitting(memory: SystemMemory.availableByteCount).map { model in
      ["swiftlet default --pull \(model.name)", model.title, ByteCount.text(model.byteCount)]
    }
    return "This is the small model that comes with Swiftlet. Better ones that fit this machine, by one command:\n"
      + TextTable(rows, indent: 2).text
  }
}
