import Foundation
import SwiftletGGUF
import SwiftletGuides
import SwiftletTokenizers
import Testing

/// Files outside the repository, in `../shared/data`; tests that need them are skipped where they are absent.
enum SharedData {
  /// The reason for skipping a test.
  static let absence: Comment = "the files in ../shared/data are not on this machine"

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/data").standardized

  static let isPresent = FileManager.default.fileExists(atPath: path("vocab/ggml-vocab-llama-bpe.gguf"))

  static func path(_ name: String) -> String { folder.appending(path: name).path }

  static func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path(name)))) }

  /// Returns the sorted names of a folder's files with a suffix.
  static func names(_ name: String, ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).filter { $0.hasSuffix(ending) }.sorted()
  }

  /// A vocabulary of 128,000 tokens.
  static let llama = Result {
    try Tokenizer(metadata: GGUFFile(path: path("vocab/ggml-vocab-llama-bpe.gguf")).metadata)
  }
  static let llamaIndex = Result { TokenIndex(try llama.get().vocabulary) }
}
