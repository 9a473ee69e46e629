import Swiftlet
import SwiftletServer
import SwiftletWeights
import Testing

extension TestServer {
  /// A server whose embeddings are the means of those of the default model, which was not trained for that.
  ///
  /// Models with the same options share their weights, so tests that unload them have a context size of their own.
  static func embedding(
    contextSize: Int? = nil, _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> ServerApplication {
    let url = try #require(DefaultModel.url)
    let model = try GGUFLanguageModel(contentsOf: url, contextSize: contextSize, packedCache: .off)
    var served = ServedModel(name: "tiny", model: model)
    served.makeEmbedder = { try await EmbeddingModel(contentsOf: url, pooling: .mean, packedCache: .off) }
    var configuration = ServerConfiguration()
    change(&configuration)
    return ServerApplication(models: [served], configuration: configuration)
  }
}
