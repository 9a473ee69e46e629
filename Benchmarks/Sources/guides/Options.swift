import Foundation
import Options
import SwiftletGuides

/// The parsed command line.
struct GuidesOptions {
  var folder = "../shared/data/schemas/maskbench"
  var vocabulary = "../shared/data/vocab/ggml-vocab-llama-bpe.gguf"
  /// Runs only every n-th file.
  var step = 1
  /// The path of a malicious schema, pattern or grammar to compile instead.
  var hostile: String?
  /// A substring of the names of the files to run.
  var only: String?
  /// True to list the files that do not pass.
  var lists = false
  var guide = GuideOptions()
  /// The number of random documents to generate per schema, instead of measuring; `nil` to measure.
  var documents: Int?
  var seed = 0

  static let help = """
    Runs the MaskBench files of a folder and prints a table of correctness and times.

    usage: guides [--folder FOLDER] [--vocabulary MODEL] [--step N] [--only TEXT] [--list]
                  [--declared-order] [--natural] [--free] [--generate N] [--seed N] [--hostile FILE]

      --folder FOLDER     folder of the files
      --vocabulary MODEL  GGUF file with the vocabulary
      --step N            run every n-th file
      --only TEXT         run files whose names contain TEXT
      --list              list the files that do not pass
      --declared-order    properties in the order of the schema only
      --natural, --free   allow white space where models usually generate it, or anywhere
      --generate N        generate N random documents per schema instead
      --seed N            random seed of the documents
      --hostile FILE      measure one schema, pattern (.regex) or grammar (.gbnf) instead
    """

  init(_ words: inout ArgumentReader) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--folder": folder = try words.text(word)
      case "--vocabulary": vocabulary = try words.text(word)
      case "--step": step = try words.integer(word)
      case "--only": only = try words.text(word)
      case "--list": lists = true
      case "--generate": documents = try words.integer(word)
      case "--seed": seed = try words.integer(word, in: 0 ... .max)
      case "--hostile": hostile = try words.text(word)
      case "--declared-order": guide.propertyOrder = .declared
      case "--natural": guide.whitespace = .natural
      case "--free": guide.whitespace = .free
      default: throw UsageError(argument: word, reason: "unknown option")
      }
    }
  }

  /// Returns the sorted names of the files to run.
  func files() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    return names.enumerated().filter { index, name in
      index % step == 0 && (only.map { name.contains($0) } ?? true)
    }.map(\.element)
  }
}
