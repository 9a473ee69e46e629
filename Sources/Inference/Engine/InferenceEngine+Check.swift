import SwiftletGGUF

extension InferenceEngine {
  /// Checks that a file can be loaded, without reading its weights.
  ///
  /// - Parameter path: A GGUF file, or the first of its shards.
  /// - Throws: ``InferenceError`` naming what is wrong with the file, or not supported.
  public static func check(contentsOf path: String) throws(InferenceError) {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    try DecoderConfiguration(file).requireGeneration(file)
  }
}
