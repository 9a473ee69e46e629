import SwiftletGGUF

/// The shape of a published model: the metadata and the tensors of its file.
///
/// Keys, names, dimensions and types are those that llama.cpp's converter writes. Dimensions are from the models'
/// configuration files.
struct ModelShape: Sendable {
  var name: String
  /// The value of `general.architecture`.
  var architecture: String
  /// The number of layers of the published model.
  var layerCount: Int
  /// The number of layers from the first one on that include every kind of layer.
  var minimumLayerCount = 1
  /// The number of tokens in the vocabulary.
  var vocabularyCount: Int
  /// Describes the model with a number of layers.
  var contents: @Sendable (_ layers: Int) -> Contents

  /// The metadata and tensors of a file.
  struct Contents {
    /// The metadata keys after the prefix of the architecture; of equal names the last one counts.
    var keys: [ShapeKey]
    /// The tensors in file order.
    var tensors: [ShapeTensor]
  }

  /// All shapes.
  static let all: [ModelShape] = [llamas, qwens, qwenHybrids, gemmas, mixtures, recurrent].flatMap(\.self)
}

/// A metadata key without the prefix of the architecture.
typealias ShapeKey = (name: String, value: GGUFValue)

extension GGUFValue {
  /// Returns an integer as converters write it.
  static func number(_ value: Int) -> GGUFValue { .uint32(UInt32(clamping: value)) }

  /// Returns an array of integers as converters write it.
  static func numbers(_ values: [Int]) -> GGUFValue { .array(.int32(values.map { Int32(clamping: $0) })) }
}

extension ModelShape.Contents {
  /// Describes a decoder: its embeddings, other tensors of the whole model, layers, and output.
  init(
    keys: [ShapeKey], width: Int, vocabulary: Int, layers: Int, isTied: Bool = true, outputNorm: String = "output_norm",
    globals: [ShapeTensor] = [], layer: (Int) -> [ShapeTensor]
  ) {
    self.keys = keys
    tensors = [.matrix("token_embd", width, vocabulary)]
    tensors += globals
    for index in 0..<layers { tensors += layer(index).map { $0.inLayer(index) } }
    tensors.append(.norm(outputNorm, width))
    if !isTied { tensors.append(.matrix("output", width, vocabulary)) }
  }
}
