import SwiftletGuides

/// What the command line says.
struct Options {
  var folder = "../shared/data/schemas/maskbench"
  var vocabulary = "../shared/data/vocab/ggml-vocab-llama-bpe.gguf"
  /// Runs only each n-th file.
  var step = 1
  /// Runs only files with this in their names.
  var only: String?
  /// Whether each file that does not pass is listed.
  var lists = false
  var guide = GuideOptions()

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--folder": folder = arguments.popFirst() ?? folder
      case "--vocabulary": vocabulary = arguments.popFirst() ?? vocabulary
      case "--step": step = arguments.popFirst().flatMap { Int($0) } ?? step
      case "--only": only = arguments.popFirst()
      case "--list": lists = true
      case "--declared-order": guide.propertyOrder = .declared
      case "--natural": guide.whitespace = .natural
      case "--free": guide.whitespace = .free
      default: throw UsageError(argument: argument)
      }
    }
  }
}

/// An argument that means nothing.
struct UsageError: Error, CustomStringConvertible {
  var argument: String

  var description: String {
    "unknown argument \(argument); there are --folder, --vocabulary, --step, --only, --list, --declared-order, --natural, --free"
  }
}
