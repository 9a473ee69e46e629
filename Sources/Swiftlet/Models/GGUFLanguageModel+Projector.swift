import Foundation
import SwiftletStore

extension GGUFLanguageModel {
  /// The number of tokens that images are scaled to, without those around them.
  ///
  /// A model that cannot scale images to it refuses them.
  public struct ImageTokens: Sendable, Hashable {
    /// The number that small images are enlarged to have; `nil` for that of the model.
    public var minimum: Int?
    /// The number that large images are reduced to; `nil` for that of the model.
    public var maximum: Int?

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - minimum: The number that small images are enlarged to have.
    ///   - maximum: The number that large images are reduced to.
    public init(minimum: Int? = nil, maximum: Int? = nil) { (self.minimum, self.maximum) = (minimum, maximum) }
  }

  /// True if the model has a projector, and so reads images.
  package var readsImages: Bool { slot.configuration.projectorPath != nil }

  /// Returns true for the name of a file that encodes images for a model.
  package static func isProjector(fileName: String) -> Bool {
    ModelFileName(fileName)?.kind == .projector
  }

  /// Returns the files beside a model that encode images, in the order of their names.
  static func projectors(besideFileAt path: String) -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let own = URL(filePath: path).lastPathComponent
    return names(in: folder).filter { isProjector(fileName: $0) && $0 != own }
      .map { folder.appending(path: $0).path(percentEncoded: false) }
  }

  /// The advice about images for this model, which has no projector, at the end of an error.
  var missingProjectorHint: String { Self.missingProjectorHint(besideFileAt: slot.configuration.path) }

  /// The advice about images for a model without a projector.
  static func missingProjectorHint(besideFileAt path: String) -> String {
    let found = projectors(besideFileAt: path)
    guard !found.isEmpty else { return ": a projector, the file mmproj-….gguf, is missing beside it" }
    let names = found.map { URL(filePath: $0).lastPathComponent }.joined(separator: ", ")
    return ": found \(names) beside it, and it is not clear which projector belongs to it, so one has to be named"
  }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []).sorted()
  }
}
