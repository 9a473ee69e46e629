import Foundation

/// A conversation in which a model copies, and one in which it does not, with the texts of this repository.
struct Tasks {
  /// What is asked, in the numbers of tokens: the text up to the answer, and the answer.
  struct Task {
    var name: String
    var prompt: Range<Int>
    var answer: Range<Int>
  }

  /// All prompts and answers, one behind the other.
  private(set) var script: [Int] = []
  private(set) var all: [Task] = []
  private var words: [Substring: Int] = [:]

  /// Reads the texts.
  ///
  /// - Parameter most: The most tokens of an answer.
  /// - Throws: What keeps one of them from being read.
  init(most: Int) throws {
    let articles = "Sources/Swiftlet/Swiftlet.docc/"
    try add(
      "free", document: Self.text(articles + "GettingStarted.md"), answer: Self.text(articles + "ChoosingModels.md"),
      most)
    let source = try Self.text("Sources/Inference/Engine/PrefixTree.swift")
    // As who renames things in a program: everything else stays.
    let renamed = source.replacing("node", with: "branch").replacing("Node", with: "Branch").replacing(
      "page", with: "sheet")
    try add("rename", document: source, answer: renamed, most)
    let scheduler = try Self.text("Sources/Inference/Engine/Scheduler.swift")
    let comments = scheduler.split(separator: "\n").filter { $0.contains("///") || $0.contains("func ") }
    try add("extract", document: scheduler, answer: comments.joined(separator: "\n"), most)
  }

  private mutating func add(_ name: String, document: String, answer: String, _ most: Int) throws {
    let start = script.count
    script += tokens(document)
    let middle = script.count
    script += tokens(answer).prefix(most)
    all.append(Task(name: name, prompt: start..<middle, answer: middle..<script.count))
  }

  /// A text of this repository.
  private static func text(_ path: String) throws -> String {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// Words, parts of compound names, signs, and line breaks with what they indent: about what vocabularies have.
  private mutating func tokens(_ text: String) -> [Int] {
    text.matches(of: /\ ?[A-Z]?[a-z]+|\ ?[A-Z]+|\ ?[0-9]|\n\ *|\ ?[^A-Za-z0-9\ \n]{1,2}|\ +/).map { match in
      let word = match.output
      if let known = words[word] { return known }
      words[word] = ScriptedModel.firstWord + words.count
      return ScriptedModel.firstWord + words.count - 1
    }
  }
}
