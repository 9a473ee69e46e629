import Foundation
import Testing

@testable import SwiftletStore

/// The configuration file keeps the default model, and is never lost.
@Suite struct PreferencesTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func name(_ text: String) throws -> ModelName { try ModelName(text) { _ in false } }

  @Test func theDefaultModelIsKept() throws {
    let preferences = ModelPreferences(environment: folder.environment)
    #expect(preferences.path == folder.path + "/.config/swiftlet/config.json")
    #expect(try preferences.defaultModel == nil)
    for text in ["hf:me/ok:Q4_0", "ollama:x:latest", "/a b/x.gguf", "~/x"] {
      try preferences.setDefaultModel(name(text))
      #expect(try preferences.defaultModel == name(text))
    }
    #expect(throws: ModelPreferences.Failure.self) { try preferences.setDefaultModel(.file(path: "x.gguf")) }
    try preferences.setDefaultModel(nil)
    #expect(try preferences.defaultModel == nil)
  }

  @Test func theFolderFollowsTheEnvironment() {
    let environment = folder.environment(["XDG_CONFIG_HOME": "/c"])
    #expect(ModelPreferences(environment: environment).path == "/c/swiftlet/config.json")
    let relative = folder.environment(["XDG_CONFIG_HOME": "c"])
    #expect(ModelPreferences(environment: relative).path == folder.path + "/.config/swiftlet/config.json")
    let none = ModelPreferences(environment: ModelStoreEnvironment(home: nil))
    #expect(none.path == nil)
    #expect(throws: ModelPreferences.Failure.self) { try none.setDefaultModel(name("hf:me/ok")) }
  }

  @Test func unknownMembersStay() throws {
    try folder.write(#"{"future": [1, 2.50], "default_model": null}"#.utf8, to: ".config/swiftlet/config.json")
    let preferences = ModelPreferences(environment: folder.environment)
    try preferences.setDefaultModel(name("hf:me/ok"))
    let text = String(decoding: try FileSystem.contents(try #require(preferences.path), limit: 1000), as: UTF8.self)
    #expect(text == "{\n  \"default_model\" : \"hf:me/ok\",\n  \"future\" : [\n    1,\n    2.50\n  ]\n}\n")
  }

  @Test(arguments: ["", "{", "[]", #"{"default_model": 1}"#, #"{"default_model": "hf:x"}"#])
  func damagedFilesAreErrorsAndStay(_ text: String) throws {
    let path = try folder.write(text.utf8, to: ".config/swiftlet/config.json")
    let preferences = ModelPreferences(environment: folder.environment)
    let failure = #expect(throws: ModelPreferences.Failure.self) { try preferences.defaultModel }
    #expect(failure?.path == path)
    #expect(failure?.description.hasSuffix("; swiftlet default --clear repairs the file") == true)
    if !text.hasPrefix("{\"") {
      #expect(throws: ModelPreferences.Failure.self) { try preferences.setDefaultModel(name("hf:me/ok")) }
      #expect(try FileSystem.contents(path, limit: 100) == Array(text.utf8))
    }
    try preferences.setDefaultModel(nil)
    #expect(try preferences.defaultModel == nil)
  }

  @Test func suggestionsFitIntoMemory() throws {
    let all = SuggestedModel.all
    #expect(all.map(\.memoryByteCount) == all.map(\.memoryByteCount).sorted())
    for model in all {
      #expect(model.byteCount < model.memoryByteCount)
      #expect(try name(model.name.description) == model.name)
    }
    #expect(SuggestedModel.fitting(memory: 0).isEmpty)
    #expect(SuggestedModel.fitting(memory: all[0].memoryByteCount - 1).isEmpty)
    #expect(SuggestedModel.fitting(memory: all[0].memoryByteCount) == [all[0]])
    #expect(SuggestedModel.fitting(memory: 6_000_000_000).map(\.title) == all[1...3].reversed().map(\.title))
    #expect(SuggestedModel.fitting(memory: .max, count: 1) == [all[all.count - 1]])
  }
}
