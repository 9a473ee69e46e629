import SwiftletInference
import SwiftletTokenizers

/// A text whose middle is generated, for models that were trained to fill it in.
package struct FillInTheMiddle: Sendable, Hashable {
  /// A further file of the project.
  package struct File: Sendable, Hashable {
    /// The name of the file.
    package var name: String
    /// The text of the file, or a part of it.
    package var text: String

    /// Creates a file.
    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }

  /// The text before the gap.
  package var prefix: String
  /// The text after the gap.
  package var suffix: String
  /// The other files, the most relevant ones last.
  package var files: [File]

  /// Creates a text with a gap.
  package init(prefix: String, suffix: String, files: [File] = []) {
    (self.prefix, self.suffix, self.files) = (prefix, suffix, files)
  }
}

extension FillInTheMiddle {
  /// The key in an error's metadata of the member of requests that it is about.
  package static let suffixKey = "swiftlet.member"

  /// Returns the prompt: the files with their names, then prefix and suffix, each behind its token.
  ///
  /// Source: the formats of Qwen2.5-Coder, arXiv 2409.12186, section 3; names in the form of llama.cpp's server.
  ///
  /// - Throws: ``LanguageModelError/unsupportedTranscriptContent(_:)`` if the model was not trained for that.
  func prompt(_ tokenizer: Tokenizer) throws(LanguageModelError) -> [TokenID] {
    guard let marks = tokenizer.vocabulary.fillInTheMiddle else {
      throw .unsupportedTranscriptContent(
        .init(
          unsupportedContent: [],
          debugDescription: "the model has no tokens for a text with a gap, expected a model that fills in the middle",
          metadata: [Self.suffixKey: "suffix"]))
    }
    func encode(_ text: String) -> [TokenID] { tokenizer.encode(text, addingBOSAndEOS: false) }
    var tokens: [TokenID] = []
    if tokenizer.vocabulary.addsBOS, let token = tokenizer.vocabulary.bosID { tokens.append(token) }
    if !files.isEmpty, let repository = marks.repository { tokens += [repository] + encode("myproject\n") }
    for file in files {
      if let separator = marks.separator {
        tokens += [separator] + encode(file.name + "\n" + file.text)
      } else {
        tokens += encode("\n\n--- snippet: \(file.name) ---\n\n" + file.text)
      }
    }
    if !files.isEmpty, let separator = marks.separator { tokens += [separator] + encode("filename\n") }
    return tokens + [marks.prefix] + encode(prefix) + [marks.suffix] + encode(suffix) + [marks.middle]
  }
}
