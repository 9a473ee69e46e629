import Foundation
import SwiftletGGUF
import TestSupport
import Testing

/// Published model files, if they are available next to the package.
@Suite struct RealFileTests {
  private static let models = TestData.models.paths(suffix: ".gguf")
  private static let vocabularies = TestData.vocabularies.paths(suffix: ".gguf")

  @Test(.enabled(if: TestData.models.isPresent, "\(TestData.models.absence)")) func modelsAreThere() {
    #expect(Self.models.count >= 12)
  }

  @Test(.enabled(if: TestData.vocabularies.isPresent, "\(TestData.vocabularies.absence)")) func vocabulariesAreThere() {
    #expect(Self.vocabularies.count >= 14)
  }

  @Test(.enabled(if: !models.isEmpty, "\(TestData.models.absence)"), arguments: models)
  func modelOpensAndItsRowsAreFinite(_ path: String) throws {
    let file = try GGUFFile(path: TestData.models.file(path).path)
    #expect(!file.tensors.isEmpty)
    #expect(try file.metadata.string("general.architecture")?.isEmpty == false)
    for tensor in file.tensors {
      let format = try #require(tensor.type.blockFormat)
      let start = tensor.rows / 2 * tensor.bytesPerRow
      let row = tensor.withBytes { bytes in
        format.dequantized(
          UnsafeRawBufferPointer(rebasing: bytes[start..<start + tensor.bytesPerRow]), count: tensor.columns)
      }
      #expect(row.allSatisfy { $0.isFinite }, "\(tensor.name)")
      #expect(row.contains { $0 != 0 }, "\(tensor.name)")
    }
  }

  @Test(.enabled(if: !vocabularies.isEmpty, "\(TestData.vocabularies.absence)"), arguments: vocabularies)
  func vocabularyOpensAndHasTokens(_ path: String) throws {
    let file = try GGUFFile(path: TestData.vocabularies.file(path).path)
    let tokens = try #require(try file.metadata.byteStrings("tokenizer.ggml.tokens"))
    #expect(tokens.count > 1000 && tokens.byteCount > tokens.count)
    if let types = try file.metadata.integers("tokenizer.ggml.token_type") { #expect(types.count == tokens.count) }
  }
}
