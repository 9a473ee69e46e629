import Foundation
import Options
import SwiftletGuides

/// What the command line says.
struct GuidesOptions {
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

  static let help = """
    Runs a folder of files in MaskBench's format and prints a table of correctness and times.

    usage: guides [--folder FOLDER] [--vocabulary MODEL] [--step N] [--only TEXT] [--list]
                  [--declared-order] [--natural] [--free] [--generate N] [--seed N] [--hostile FILE]

      --folder FOLDER     where the files are
      --vocabulary MODEL  a GGUF file with the vocabulary
      --step N            runs each n-th file
      --only TEXT         runs files with this in their names
      --list              names the files that do not pass
      --declared-order    properties come in the schema's order
      --natural, --free   white space where models like to write it, or anywhere
      --generate N        writes N random documents for each schema instead
      --seed N            what the documents are drawn by
      --hostile FILE      what one schema, pattern (.regex) or grammar (.gbnf) takes instead
    """

  init(_ words: inout Words) throws(UsageError) {
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
      default: throw UsageError(what: word, why: "there is no such option")
      }
    }
  }

  /// The names of the files to look at, in order.
  func files() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
    return names.enumerated().filter { place, name in
      place % step == 0 && (only.map { name.contains($0) } ?? true)
    }.map(\.element)
  }
}
