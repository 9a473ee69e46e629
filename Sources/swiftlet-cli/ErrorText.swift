import Swiftlet

/// What an error says about itself, in one line.
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
