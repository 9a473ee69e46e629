import SwiftletGGUF
package import SwiftletInference
import Synchronization

/// The properties of a model's file, which are known without its weights.
package struct ModelProperties: Sendable {
  /// `general.architecture`.
  package var architecture: String?
  /// The context in tokens that the model was trained for.
  package var trainingContext: Int?
  /// The number of tokens of the vocabulary.
  package var vocabularyCount: Int?
  /// The length of an embedding.
  package var embeddingLength: Int?
  /// The number of weights.
  package var parameterCount: Int
  /// The bytes of the weights.
  package var byteCount: Int
  /// The chat template; `nil` if there is none.
  package var chatTemplate: String?
  /// True if the file names a pooling, and so is one of embeddings or a reranker.
  package var hasPooling: Bool
  /// True if the model scores documents for a query instead.
  package var isReranker: Bool
  /// The sampling settings that the file recommends.
  package var recommendedSampling: SamplingOptions
  /// The name of the type that most weights have, such as `Q4_K`.
  package var fileType: String?

  /// Reads the properties of a file.
  init(_ file: GGUFFile) {
    let metadata = file.metadata
    architecture = try? metadata.string("general.architecture")
    let prefix = architecture ?? ""
    trainingContext = try? metadata.integer("\(prefix).context_length")
    embeddingLength = try? metadata.integer("\(prefix).embedding_length")
    vocabularyCount = metadata.elementCount("tokenizer.ggml.tokens")
    parameterCount = file.tensors.reduce(0) { $0 + $1.elementCount }
    byteCount = file.tensorByteCount
    chatTemplate = try? metadata.string("tokenizer.chat_template")
    hasPooling = metadata.contains("\(prefix).pooling_type")
    isReranker = (try? metadata.integer("\(prefix).pooling_type")) == Pooling.rank.rawValue
    recommendedSampling = (try? SamplingOptions(recommendedBy: metadata)) ?? SamplingOptions()
    var counts: [TensorType: Int] = [:]
    for tensor in file.tensors { counts[tensor.type, default: 0] += tensor.elementCount }
    fileType = counts.max { $0.value < $1.value }.map { "\($0.key)".uppercased() }
  }
}

extension ModelProperties {
  private static let known = Mutex<[String: ModelProperties]>([:])

  /// Returns the properties of a file, which are read once; `nil` if it cannot be read.
  package static func of(path: String) -> ModelProperties? {
    if let properties = known.withLock({ $0[path] }) { return properties }
    guard let file = try? GGUFFile(path: path) else { return nil }
    let properties = ModelProperties(file)
    known.withLock { $0[path] = properties }
    return properties
  }
}

extension ServedModel {
  /// The properties of the file; `nil` if it cannot be read.
  package var properties: ModelProperties? { path.flatMap { ModelProperties.of(path: $0) } }

  /// The bytes of the weights; 0 if they are not known.
  var byteCount: Int { properties?.byteCount ?? 0 }
}
