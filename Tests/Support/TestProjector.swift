public import Foundation
import SwiftletGGUF

/// A projector with random weights that encodes images for the bundled model; the file is removed on deinitialization.
public final class TestProjector: Sendable {
  /// The file.
  public let url: URL

  /// Writes the file: the encoder of a fixture, with a last matrix whose rows have the width of the bundled model's.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "projector-\(UUID().uuidString).gguf")
    let source = try GGUFFile(path: TestFiles.fixture("vision/idefics3.mmproj.gguf"))
    let (last, width) = ("mm.model.fc.weight", 256)
    var writer = GGUFWriter()
    writer.metadata = source.metadata
    for tensor in source.tensors where tensor.name != last {
      writer.addTensor(tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.withBytes { Array($0) })
    }
    let columns = try source.tensor(last).columns
    var bytes: [UInt8] = []
    for index in 0..<columns * width {
      let level = ((index &* 2_654_435_761) >> 8) % 2001 - 1000
      let bits = (Float(level) / 40_000).bitPattern
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    writer.addTensor(last, .f32, dimensions: [columns, width], bytes: bytes)
    try writer.write(to: url.path(percentEncoded: false))
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
