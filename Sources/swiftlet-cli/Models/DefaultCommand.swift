import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletStore

extension Command {
  static let setDefault = Command(
    name: "default", operands: "[NAME]", summary: "Print or set the model that is used where none is named.",
    discussion: """
      The choice holds for commands without --model and for programs that use SystemLanguageModel.default. It is kept in
      $XDG_CONFIG_HOME/swiftlet/config.json, or in ~/.config. $SWIFTLET_MODEL overrides it.
      """,
    options: [Option("--clear", nil, "use the bundled model again; repairs a damaged file")] + Option.downloading
  ) { arguments in
    try arguments.requireAtMost(1)
    let preferences = ModelPreferences()
    var locator = ModelLocator(downloads: arguments.has("--pull"), isOffline: arguments.has("--offline"))
    if arguments.has("--clear") { return try preferences.setDefaultModel(nil) }
    guard let text = arguments.positionals.first else {
      let name = try DefaultModelChoice.name
      try Output.write((name.map { "\($0)" } ?? "the bundled model") + "\n")
      if DefaultModelChoice.variable != nil { Output.error("$SWIFTLET_MODEL names it\n") }
      // What is not there is an error, as for the commands that would use it.
      locator.asks = false
      _ = try await locator.locateDefault()
      return
    }
    var name = try ModelName(argument: "NAME", text)
    if case .file(let path) = name {
      name = .file(path: URL(filePath: path).standardizedFileURL.path(percentEncoded: false))
    }
    // A default that is not there, or no model, would be an error of every program.
    let model = try await locator.locate(name)
    _ = try GGUFFile(path: model.path)
    try preferences.setDefaultModel(name.isFile ? name : model.name)
    Output.error("the default model is \(name.isFile ? name : model.name)\n")
  }
}
