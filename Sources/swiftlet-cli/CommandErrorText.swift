import Swiftlet
import SwiftletInference
import SwiftletServer

/// The text of an error in one line, with the options of the command line that help.
///
/// Libraries say what was needed and what there is: programs and clients of a server have no such options.
struct CommandErrorText: CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    let text = ErrorText(error).description
    description = Self.remedy(for: error).map { "\(text); \($0)" } ?? text
  }

  /// Returns what helps against an error; nil for most.
  private static func remedy(for error: any Error) -> String? {
    switch error {
    case InferenceError.weightsExceedMemory, GGUFLanguageModelError.insufficientMemory,
      EmbeddingModelError.insufficientMemory:
      "use a quantization with fewer bits, or --packed-cache=DIR with packed weights that were written where there is "
        + "more memory: they take none of their own"
    case InferenceError.promptExceedsMemory(_, let fitting, _): remedy(forContextOf: fitting)
    case LanguageModelError.contextSizeExceeded(let details)
    where details.metadata[LanguageModelError.ContextSizeExceeded.modelContextSizeKey] != nil:
      remedy(forContextOf: details.contextSize)
    default: nil
    }
  }

  private static func remedy(forContextOf size: Int) -> String {
    "use a shorter prompt (--context \(size) keeps chats to that), smaller keys and values (--kv-type q8_0), or more "
      + "memory for them (--cache-memory SIZE)"
  }
}
