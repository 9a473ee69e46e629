import Foundation

/// A conversation in which a model copies, and one in which it does not, with the texts of this repository.
struct Tasks {
  /// What is asked, in the numbers of tokens: the text up to the answer, and the answer.
  struct Task {
    var name: String
    var prompt: Range<Int>
    var answer: Range<Int>
    /// What the answer has to be, if not anything.
    var schema: String?
  }

  /// All prompts and answers, one behind the other.
  private(set) var script: [Int] = []
  private(set) var all: [Task] = []
  private(set) var words = WordList()
  /// The only task; nil for all.
  private let wanted: String?

  /// Reads the texts.
  ///
  /// - Parameters:
  ///   - most: The most tokens of an answer.
  ///   - wanted: The only task; nil for all, each of which has those before it in its prompt.
  /// - Throws: What keeps one of them from being read.
  init(most: Int, only wanted: String? = nil) throws {
    self.wanted = wanted
    let articles = "Sources/Swiftlet/Swiftlet.docc/"
    try add(
      "free", document: Self.text(articles + "GettingStarted.md"), answer: Self.text(articles + "ChoosingModels.md"),
      most)
    let source = try Self.text("Sources/Inference/Engine/PrefixTree.swift")
    // As who renames things in a program: everything else stays.
    let renamed = source.replacing("node", with: "branch").replacing("Node", with: "Branch").replacing(
      "page", with: "sheet")
    add("rename", document: source, answer: renamed, most)
    let scheduler = try Self.text("Sources/Inference/Engine/Scheduler.swift")
    let comments = scheduler.split(separator: "\n").filter { $0.contains("///") || $0.contains("func ") }
    add("extract", document: scheduler, answer: comments.joined(separator: "\n"), most)
    let sequence = try Self.text("Sources/Inference/Engine/ActiveSequence.swift")
    let document = words.tokens(sequence)
    let records = try Records(of: sequence).answer(most: most, &words)
    add("guided", document: document, answer: records, schema: Records.schema)
  }

  private mutating func add(_ name: String, document: String, answer: String, _ most: Int) {
    let document = words.tokens(document)
    add(name, document: document, answer: Array(words.tokens(answer).prefix(most)))
  }

  private mutating func add(_ name: String, document: [Int], answer: [Int], schema: String? = nil) {
    guard wanted == nil || wanted == name else { return }
    let middle = script.count + document.count
    all.append(
      Task(name: name, prompt: script.count..<middle, answer: middle..<middle + answer.count, schema: schema))
    script += document + answer
  }

  /// A text of this repository.
  private static func text(_ path: String) throws -> String {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
