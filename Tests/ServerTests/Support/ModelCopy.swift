import Foundation
import Swiftlet
import SwiftletServer
import SwiftletWeights
import Synchronization
import Testing

/// A copy of the default model's file, so that no other test has the model in memory.
struct ModelCopy {
  let url: URL

  /// Runs a body with a copy, which is removed after it.
  static func with(_ body: (ModelCopy) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".gguf")
    try FileManager.default.copyItem(at: try #require(DefaultModel.url), to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(ModelCopy(url: url))
  }

  /// A model of a server with this file.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - aliases: The other names.
  ///   - making: Called each time before the model is made; its error is that of the load.
  /// - Returns: The model, which is not loaded.
  func served(
    _ name: String, aliases: [String] = [], making: @escaping @Sendable () throws -> Void = {}
  ) -> ServedModel {
    ServedModel(name: name, aliases: aliases, path: url.path(percentEncoded: false)) {
      try making()
      return try GGUFLanguageModel(contentsOf: url, packedCache: .off, unloading: .never)
    }
  }
}

/// A number that closures of several tasks raise.
final class Counter: Sendable {
  private let state = Mutex(0)

  var value: Int { state.withLock { $0 } }

  /// Raises the number, and returns it.
  @discardableResult
  func add() -> Int {
    state.withLock { value in
      value += 1
      return value
    }
  }
}
