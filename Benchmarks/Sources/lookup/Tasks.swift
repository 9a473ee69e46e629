import Foundation

/// Benchmark tasks with and without copying, made of the texts of this repository.
struct Tasks {
  /// A task as token ranges of the script: the prompt and the answer.
  struct Task {
    var name: String
    var prompt: Range<Int>
    var answer: Range<Int>
    /// The schema of the answer, if guided.
    var schema: String?
  }

  /// The prompts and answers, concatenated.
  private(set) var script: [Int] = []
  private(set) var all: [Task] = []
  private(set) var words = WordList()
  /// The only task; `nil` for all.
  private let wanted: String?

  /// Loads the texts.
  ///
  /// - Parameters:
  ///   - most: The maximum number of tokens per answer.
  ///   - wanted: The only task; `nil` for all. The prompt of each task includes the previous ones.
  /// - Throws: An error if a text cannot be read.
  init(most: Int, only wanted: String? = nil) throws {
    self.wanted = wanted
    let articles = "Sources/Swiftlet/Swiftlet.docc/"
    try add(
      "free", document: Self.text(articles + "GettingStarted.md"), answer: Self.text(articles + "ChoosingModels.md"),
      most)
    let source = try Self.text("Sources/Inference/Engine/PrefixTree.swift")
    // Simulates renaming in a source file: everything else is copied.
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

  /// Loads a text of this repository.
  private static func text(_ path: String) throws -> String {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
