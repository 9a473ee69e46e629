import Foundation
import SwiftletGGUF
import SwiftletInference

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
    let name = fileName.lowercased()
    return name.hasPrefix("mmproj") && name.hasSuffix(".gguf")
  }

  /// Returns the files beside a model that encode images, in the order of their names.
  static func projectors(besideFileAt path: String) -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let own = URL(filePath: path).lastPathComponent
    return names(in: folder).filter { isProjector(fileName: $0) && $0 != own }
      .map { folder.appending(path: $0).path(percentEncoded: false) }
  }

  /// Returns the file beside a model that encodes images for it; `nil` if there is none, or it is not clear which.
  ///
  /// Alone beside one model, a file belongs to it. Otherwise its rows must have the width of the model's, and among
  /// several that do, its name has to tell. Of the same encoder in several types, the largest file is the most exact.
  static func projector(besideFileAt path: String) -> String? {
    let found = projectors(besideFileAt: path)
    let url = URL(filePath: path)
    guard !isProjector(fileName: url.lastPathComponent), !found.isEmpty else { return nil }
    let models = Set(
      names(in: url.deletingLastPathComponent()).filter { $0.hasSuffix(".gguf") && !isProjector(fileName: $0) }
        .map { stem($0.replacing(/-\d{5}-of-\d{5}/, with: "")) })
    if found.count == 1, models.count <= 1 { return found[0] }
    guard let width = (try? GGUFFile(path: resolved(path))).flatMap({ ProjectorFile.rowWidth(ofModel: $0) }) else {
      return nil
    }
    var fitting = found.filter { (try? ProjectorFile(contentsOf: $0))?.rowWidth == width }
    if Set(fitting.map { stem($0) }).count > 1 {
      let name = stem(path)
      fitting.removeAll { stem($0).isEmpty || !name.contains(stem($0)) }
      let longest = fitting.map { stem($0).count }.max() ?? 0
      fitting.removeAll { stem($0).count < longest }
    }
    return fitting.max { size($0) < size($1) }
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

  private static func size(_ path: String) -> Int {
    (try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
  }

  /// The part of a file's name that is the model's, in small letters and digits: without types and what marks projectors.
  private static func stem(_ path: String) -> String {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent.lowercased()
    let other = #/^(mmproj|model|gguf|b?f16|f32|i?q\d.*|k|m|s|l|xl|xs|ud|it)$/#
    let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.filter { $0.wholeMatch(of: other) == nil }.joined()
  }
}
