internal import SwiftletGGUF

/// The models that are suggested to users, by the memory that they need.
///
/// All are repositories of GGUF files on the Hugging Face hub that need no token. To change the suggestions, change
/// ``all``: a test checks its form.
public struct SuggestedModel: Sendable, Hashable {
  /// The name.
  public var name: ModelName
  /// The title of the model.
  public var title: String
  /// The size of the download in bytes, rounded.
  public var byteCount: Int
  /// The memory that the model needs in bytes, with a context of some thousand tokens.
  public var memoryByteCount: Int

  /// The suggestions, from small to large.
  public static let all: [SuggestedModel] = [
    suggestion("ggml-org/Qwen3-0.6B-GGUF", "Q8_0", "Qwen3 0.6B", gigabytes: 0.64, memory: 1.5),
    suggestion("bartowski/Llama-3.2-1B-Instruct-GGUF", "Q4_K_M", "Llama 3.2 1B", gigabytes: 0.81, memory: 2),
    suggestion("unsloth/Qwen3-1.7B-GGUF", "Q4_K_M", "Qwen3 1.7B", gigabytes: 1.11, memory: 3),
    suggestion("unsloth/Qwen3-4B-Instruct-2507-GGUF", "Q4_K_M", "Qwen3 4B Instruct", gigabytes: 2.5, memory: 5),
    suggestion("Qwen/Qwen3-8B-GGUF", "Q4_K_M", "Qwen3 8B", gigabytes: 5.03, memory: 8),
    suggestion("Qwen/Qwen3-14B-GGUF", "Q4_K_M", "Qwen3 14B", gigabytes: 9, memory: 13),
    suggestion(
      "unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF", "Q4_K_M", "Qwen3 30B-A3B Instruct", gigabytes: 18.6, memory: 24),
  ]

  /// Returns the largest suggestions that fit into memory, the largest first; none if even the smallest does not fit.
  ///
  /// - Parameters:
  ///   - memory: The available memory in bytes.
  ///   - count: The maximum number.
  /// - Returns: The suggestions.
  public static func fitting(memory: Int, count: Int = 3) -> [SuggestedModel] {
    all.filter { $0.memoryByteCount <= memory }.suffix(max(0, count)).reversed()
  }

  private static func suggestion(
    _ repository: String, _ quantization: String, _ title: String, gigabytes: Double, memory: Double
  ) -> SuggestedModel {
    SuggestedModel(
      name: .huggingFace(HuggingFaceName(repository: repository, selection: .quantization(quantization))),
      title: title, byteCount: Int(clamping: gigabytes * 1e9), memoryByteCount: Int(clamping: memory * 1e9))
  }
}
