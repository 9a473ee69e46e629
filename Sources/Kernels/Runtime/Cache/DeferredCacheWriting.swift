internal import SwiftletGGUF

/// The packed matrices of a model that are to be written when all are packed, if they still exist then.
struct DeferredCacheWriting: Sendable {
  private struct Part: Sendable {
    let tensor: GGUFTensor
    weak let matrix: PackedMatrix?
  }

  private let model: GGUFFile
  private let parts: [Part]
  private let path: String
  private let folder: PackedCacheFolder
  private let known: MappedFile.Identifier?
  private let minimum: Duration

  /// Creates the description of a file, which is written in a folder if packing took at least a time.
  init(
    _ model: GGUFFile, _ matrices: [(tensor: GGUFTensor, matrix: PackedMatrix)], to path: String,
    in folder: PackedCacheFolder, replacing known: MappedFile.Identifier?, ifPackingTakes minimum: Duration
  ) {
    (self.model, self.path, self.folder, self.known, self.minimum) = (model, path, folder, known, minimum)
    parts = matrices.map { Part(tensor: $0.tensor, matrix: $0.matrix) }
  }

  /// Starts writing after the matrices were packed; nil if it is not worth a file, or they are gone.
  func start(packingTime: Duration) -> PackedCacheWriter? {
    guard packingTime >= minimum else { return nil }
    var matrices: [(tensor: GGUFTensor, matrix: PackedMatrix)] = []
    for part in parts {
      guard let matrix = part.matrix else { return nil }
      matrices.append((part.tensor, matrix))
    }
    guard let contents = try? PackedCacheContents(model, matrices, keepsMatrices: folder.keepsMatrices) else {
      return nil
    }
    return PackedCacheWriter(contents, to: path, in: folder, replacing: known)
  }
}
