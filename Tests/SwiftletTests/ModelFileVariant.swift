import Foundation
import SwiftletGGUF
import SwiftletWeights
import Testing

@testable import Swiftlet

/// The shipped model with another chat template, in a file that exists as long as this does.
final class ModelFileVariant: Sendable {
  let url: URL

  init(template: String) throws {
    let file = try GGUFFile(path: #require(DefaultModel.url).path(percentEncoded: false))
    var writer = GGUFWriter()
    writer.metadata = file.metadata
    writer.metadata["tokenizer.chat_template"] = .text(template)
    for tensor in file.tensors {
      writer.addTensor(
        tensor.name, tensor.type, dimensions: tensor.dimensions, bytes: tensor.withBytes { Array($0) })
    }
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try writer.write(to: url.path(percentEncoded: false))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func model(
    sampling: GGUFLanguageModel.SamplingOptions = .init(),
    systemMessages: GGUFLanguageModel.SystemMessagePolicy = .merged
  ) throws -> GGUFLanguageModel {
    try GGUFLanguageModel(contentsOf: url, contextSize: 400, sampling: sampling, systemMessages: systemMessages)
  }
}
