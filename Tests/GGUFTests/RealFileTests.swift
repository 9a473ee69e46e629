import SwiftletGGUF
import Testing

/// Published model files, if they are available next to the package.
@Suite struct RealFileTests {
  private static let models = TestFiles.sharedFiles("models")
  private static let vocabularies = TestFiles.sharedFiles("vocab")

  @Test(.enabled(if: !models.isEmpty, "needs ../shared/data/models"), arguments: models)
  func modelOpensAndItsRowsAreFinite(_ path: String) throws {
    let file = try GGUFFile(path: path)
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

  @Test(.enabled(if: !vocabularies.isEmpty, "needs ../shared/data/vocab"), arguments: vocabularies)
  func vocabularyOpensAndHasTokens(_ path: String) throws {
    let file = try GGUFFile(path: path)
    let tokens = try #require(try file.metadata.byteStrings("tokenizer.ggml.tokens"))
    #expect(tokens.count > 1000 && tokens.byteCount > tokens.count)
    if let types = try file.metadata.integers("tokenizer.ggml.token_type") { #expect(types.count == tokens.count) }
  }
}
