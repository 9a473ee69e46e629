import Foundation
import SwiftletStore

extension Command {
  static let pull = Command(
    name: "pull", operands: "NAME…", summary: "Download models.",
    discussion: """
      Names are hf:user/repository[@revision][:QUANT], a file of a repository, or the URL of a GGUF file. Without a
      quantization, the first of Q4_K_M, Q4_K_S, Q5_K_M, Q4_0 and Q8_0 that there is. Files go to the Hugging Face hub
      cache, which hf, transformers and llama.cpp share, once they are complete and their checksum is right. Interrupted
      downloads continue. With --dir they go to a folder instead, with --include all files that match a pattern come, such
      as --include '*Q4_K_M*' --include 'README.md'. A token comes from $HF_TOKEN or the file of hf auth login, the address of the hub from
      $HF_ENDPOINT. The exit status is 2 for a name that means several models, 3 if there is none, 4 if a token is
      needed, 5 without enough space, 130 after Ctrl-C.
      """,
    options: [
      Option("--quant", "Q", "quantization, such as Q8_0"),
      Option("--revision", "R", "branch, tag or commit; default: main"),
      Option("--include", "GLOB", "download all files of the repository that match; repeatable"),
      Option("--dir", "DIR", "put the files into this folder instead of the cache"),
      Option("--connections", "N", "number of connections for each file; default: 1"),
      Option("--token", "T", "token for the hub, - to read it from standard input"),
      Option("--no-companions", nil, "neither the projector for images nor the adapters of the repository"),
      Option("--dry-run", nil, "print the files and their sizes, and all models of the repository"),
      Option("--repair", nil, "compare what is on disk with its checksums, and replace what is damaged"),
      Option("--force", nil, "download without regard to free space"),
      Option("--offline", nil, "never use the network"),
      Option("--json", nil, "print the progress as JSON Lines"),
    ]
  ) { arguments in
    var options = ModelDownloadOptions()
    options.userAgent = VersionText.userAgent
    options.checksForUpdates = true
    options.connections = try arguments.integer("--connections", in: 1...16) ?? 1
    options.includesCompanions = !arguments.has("--no-companions")
    options.ignoresFreeSpace = arguments.has("--force")
    options.repairs = arguments.has("--repair")
    options.isOffline = arguments.has("--offline")
    options.include = arguments.strings("--include")
    options.folder = try arguments.string("--dir").map { path throws(UsageError) in
      guard !path.isEmpty else { throw UsageError(argument: "--dir", reason: "found an empty name, expected a folder") }
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    options.token = arguments.string("--token").map { $0 == "-" ? readLine() ?? "" : $0 }
    let names = try arguments.modelNames().map { name throws(UsageError) in
      for option in ["--include", "--dir"] where arguments.has(option) { try name.requireRepository(for: option) }
      return try name.choosing(quantization: arguments.string("--quant"), revision: arguments.string("--revision"))
    }
    // One name that fails does not keep the others away; the exit status is that of the last failure.
    var failure: ModelStoreError?
    names: for name in names {
      do {
        try await pull(name, options, arguments)
      } catch let error as ModelStoreError {
        if let failure { Output.error(TerminalText.line("swiftlet: pull: \(failure)") + "\n") }
        failure = error
        if case .interrupted = error { break names }
      }
    }
    if let failure { throw failure }
  }

  private static func pull(
    _ name: ModelName, _ options: ModelDownloadOptions, _ arguments: Arguments
  ) async throws {
    if arguments.has("--dry-run") {
      let store = ModelStore.ofUser
      try show(try await store.downloadPlan(for: name, options: options))
      return try Output.write(try await store.candidates(in: name, options: options).table)
    }
    let model = try await ModelDownload(options: options, printsJSON: arguments.has("--json")).run(name)
    if !arguments.has("--json") {
      try Output.write("\(model.name)  \(ByteCount.text(model.byteCount))  \(model.path)\n")
    }
  }

  private static func show(_ plan: ModelDownloadPlan) throws(ClosedOutput) {
    let rows = plan.files.map {
      [$0.path, $0.byteCount.map { ByteCount.text($0) } ?? "", $0.isOnDisk ? "on disk" : ""]
    }
    try Output.write("\(plan.name)\n" + TextTable(rows, indent: 2).text)
    if let missing = plan.missingByteCount { Output.error("\(ByteCount.text(missing)) to download\n") }
  }
}

extension ModelName {
  /// Throws unless the name is one of a repository of the hub.
  fileprivate func requireRepository(for option: String) throws(UsageError) {
    guard case .huggingFace = self else {
      throw UsageError(argument: option, reason: "\(self) is not a repository of the hub")
    }
  }

  /// Returns the name with the quantization and revision of options.
  fileprivate func choosing(quantization: String?, revision: String?) throws(UsageError) -> ModelName {
    guard quantization != nil || revision != nil else { return self }
    func refuse(_ option: String, _ value: String) throws(UsageError) {
      throw UsageError(argument: option, reason: "found \(value) besides the one in \(self), expected one of them")
    }
    guard case .huggingFace(var name) = self else {
      throw UsageError(
        argument: quantization == nil ? "--revision" : "--quant", reason: "\(self) is not a repository of the hub")
    }
    if let quantization {
      let own = ModelSelection.quantization(quantization)
      if ![.automatic, own].contains(name.selection) { try refuse("--quant", quantization) }
      name.selection = own
    }
    if let revision {
      if let own = name.revision, own != revision { try refuse("--revision", revision) }
      name.revision = revision
    }
    // The parts are checked as those of a name are.
    return try ModelName(argument: "NAME", ModelName.huggingFace(name).description)
  }
}
