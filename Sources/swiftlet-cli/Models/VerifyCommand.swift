import Foundation
import SwiftletStore
import Synchronization

extension Command {
  static let verify = Command(
    name: "verify", operands: "[NAME…]", summary: "Compare the files of models with their checksums.",
    discussion: """
      Without a name, all files of the Hugging Face hub cache, of ollama and of other downloads are read. The network is
      not used: the checksums are the names of the files, or in the manifests of their stores. The exit status is 1 if a
      file is damaged or cannot be read.
      """
  ) { arguments in
    let names: [ModelName?] = arguments.positionals.isEmpty ? [nil] : try arguments.modelNames()
    let store = ModelStore.ofUser
    var failure: ModelStoreError?
    for name in names {
      let count = Mutex(0)
      let results = try await store.verify(name) { result in
        count.withLock { $0 += 1 }
        if Output.errorIsTerminal { Output.control("\r\u{1B}[K\(count.withLock { $0 }) files") }
      }
      if Output.errorIsTerminal { Output.control("\r\u{1B}[K") }
      for result in results {
        try Output.write(line(result))
        guard let problem = problem(result) else { continue }
        if case .damaged = problem, let command = repair(result) { Output.error("\(command) replaces it\n") }
        failure = failure ?? problem
      }
    }
    if let failure { throw failure }
  }

  /// The error of a file that is damaged or cannot be read; nil for others.
  private static func problem(_ result: FileVerification) -> ModelStoreError? {
    let path = result.file.path(percentEncoded: false)
    return switch result.outcome {
    case .intact, .unverifiable: nil
    case .damaged(let expected, let got): .damaged(file: path, expected: expected, got: got)
    case .unreadable(let reason): .unreadable(path: path, reason: reason)
    }
  }

  /// The command that downloads a damaged file again; nil if that is up to another program.
  private static func repair(_ result: FileVerification) -> String? {
    result.source.map { source in
      "swiftlet pull --repair " + (result.repositoryPath.map { "--include \(quoted($0)) " } ?? "")
        + quoted("\(source)")
    }
  }

  /// Quotes a word for shells unless it is plain.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._/:@+=,%".contains($0)) }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private static func line(_ result: FileVerification) -> String {
    let path = result.file.path(percentEncoded: false)
    return switch result.outcome {
    case .intact: "intact    \(path)\n"
    case .unverifiable: "unknown   \(path)\n"
    case .damaged(let expected, let got): "damaged   \(path): found \(got), expected \(expected)\n"
    case .unreadable(let reason): "unread    \(path): \(reason)\n"
    }
  }

  static let locate = Command(
    name: "where", operands: "NAME", summary: "Print the path of a model's file, or of the first of several."
  ) { arguments in
    let name = try ModelName(argument: "NAME", try arguments.positional("NAME"))
    try Output.write(try ModelStore.ofUser.resolve(name).path + "\n")
  }
}
