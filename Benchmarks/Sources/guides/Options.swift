import Foundation
import SwiftletGuides

/// What the command line says.
struct Options {
  var folder = "../shared/data/schemas/maskbench"
  var vocabulary = "../shared/data/vocab/ggml-vocab-llama-bpe.gguf"
  /// Runs only each n-th file.
  var step = 1
  /// The file of a schema or a grammar that is made to do harm: what compiling it takes.
  var hostile: String?
  /// Runs only files with this in their names.
  var only: String?
  /// Whether each file that does not pass is listed.
  var lists = false
  var guide = GuideOptions()
  /// How many random documents to write for each schema, instead of measuring; nil to measure.
  var documents: Int?
  var seed = 0

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--folder": folder = arguments.popFirst() ?? folder
      case "--vocabulary": vocabulary = arguments.popFirst() ?? vocabulary
      case "--step": step = arguments.popFirst().flatMap { Int($0) } ?? step
      case "--only": only = arguments.popFirst()
      case "--list": lists = true
      case "--generate": documents = arguments.popFirst().flatMap { Int($0) } ?? 1
      case "--seed": seed = arguments.popFirst().flatMap { Int($0) } ?? 0
      case "--hostile": hostile = arguments.popFirst() ?? ""
      case "--declared-order": guide.propertyOrder = .declared
      case "--natural": guide.whitespace = .natural
      case "--free": guide.whitespace = .free
      default: throw UsageError(argument: argument)
      }
    }
  }
}

extension Options {
  /// The names of the files to look at, in order.
  func files() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    return names.enumerated().filter { place, name in
      place % step == 0 && (only.map { name.contains($0) } ?? true)
    }.map(\.element)
  }
}

/// An argument that means nothing.
struct UsageError: Error, CustomStringConvertible {
  var argument: String

  var description: String {
    "unknown argument \(argument); there are --folder, --vocabulary, --step, --only, --list, --declared-order, --natural, --free, --generate, --seed, --hostile"
  }
}
