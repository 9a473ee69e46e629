import SwiftletGuides
import SwiftletInference

/// What answers have to be, for commands that generate.
extension Option {
  static let answerSchema = Option("--schema", "FILE", "answer with JSON that satisfies the JSON Schema in the file")
  static let answerGrammar = Option("--grammar", "FILE", "answer with what the GBNF grammar in the file derives")
}

extension Arguments {
  /// The description of what the answer has to be, and the file that has it; `nil` if it may be anything.
  func answerSource() throws -> (source: GuideSource, path: String)? {
    if has("--schema"), has("--grammar") {
      throw UsageError(what: "--grammar", why: "cannot go together with --schema")
    }
    switch (string("--schema"), string("--grammar")) {
    case (let path?, _): return (.schema(try InputFile.text(path)), path)
    case (_, let path?): return (.grammar(try InputFile.text(path)), path)
    default: return nil
    }
  }
}

extension InferenceEngine {
  /// The guide for a description from a file.
  func guide(_ answer: (source: GuideSource, path: String)?) throws(FileError) -> Guide? {
    guard let answer else { return nil }
    do {
      return try guide(answer.source)
    } catch {
      throw FileError(answer.path, error)
    }
  }
}

extension GuideSource {
  /// A prompt that shows the model what it will be held to.
  func asked(for prompt: String) -> String {
    guard case .schema(let schema) = self else { return prompt }
    return prompt + SchemaPrompt(schema: schema).text
  }
}
