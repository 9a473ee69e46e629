import SwiftletGGUF

/// A synthetic mmproj file of a given shape with random weights.
struct SyntheticProjector {
  var shape: ProjectorShape
  /// The type of the matrices; those whose rows are no multiple of its blocks are in F16, as converters have them.
  var type: TensorType
  var seed: UInt64

  /// Creates the writer of the file.
  func writer() -> GGUFWriter {
    var writer = GGUFWriter()
    writer.describe(architecture: "clip", name: "\(shape.name) (random weights)", shape.fileKeys)
    writer.metadata["general.type"] = .text("mmproj")
    let tensors = shape.fileTensors
    let types = tensors.map { tensor -> TensorType in
      guard case .weights = tensor.values else { return .f32 }
      return tensor.dimensions[0] % type.elementsPerBlock == 0 ? type : .f16
    }
    SyntheticModel.add(zip(tensors, types), seed: seed, to: &writer)
    return writer
  }
}
