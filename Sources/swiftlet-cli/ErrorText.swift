import Swiftlet

/// The description of an error in one line.
struct ErrorText: CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    description =
      switch error {
      case let error as LanguageModelError: error.debugDescription
      case let error as SystemLanguageModel.Error: error.debugDescription
      default: "\(error)"
      }
  }
}
