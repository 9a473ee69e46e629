import Foundation
import SwiftletGGUF
import TestSupport

/// A temporary copy of the bundled model with changed metadata; the file is removed on deinitialization.
final class TemporaryModel: Sendable {
  let path: String

  init(_ change: (inout GGUFMetadata) -> Void) throws {
    let file = try GGUFFile(path: TestFiles.defaultModel)
    var writer = GGUFWriter()
    writer.metadata = file.metadata
    change(&writer.metadata)
    for tensor in file.tensors {
      writer.addTensor(
        tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.withBytes { Array($0) })
    }
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf").path(
      percentEncoded: false)
    try writer.write(to: path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
