import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Files of keys and values, which are read only for what they were written for.
@Suite struct PrefixFileTests {
  private let model: CachedModel

  init() throws { model = try CachedModel() }

  @Test("a prefix is refused with another adapter than it was created with, and if only one of the two has an adapter")
  func adaptersDoNotShareAPrefix() throws {
    let file = try GGUFFile(path: model.path)
    let adapters: [ModelIdentity?] = [
      nil, ModelIdentity(file, settings: ["strength 1.0"]), ModelIdentity(file, settings: ["strength 2.0"]),
    ]
    let origins = adapters.map { adapter in
      PrefixFile.Origin(model: ModelIdentity(file), adapter: adapter, instructionSet: "portable", contextSize: 0)
    }
    let shape = AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: 32)
    let pool = KeyValuePool(layers: 1, shape: shape, type: .f32)
    let cache = try KeyValueCache(pool: pool, roomFor: KeyValuePool.positionsPerPage)
    let tokens = Array(0..<KeyValuePool.positionsPerPage)
    let path = model.folder + "/prefix"
    for (writer, origin) in origins.enumerated() {
      try PrefixFile.write(to: path, tokens: tokens, runs: cache.runs, of: pool, origin: origin)
      #expect(try PrefixFile(path: path, origin: origin, pool: pool).tokens == tokens)
      for (reader, other) in origins.enumerated() where reader != writer {
        #expect(throws: PrefixFileError.adapterMismatch, "\(reader) of \(writer)") {
          try PrefixFile(path: path, origin: other, pool: pool)
        }
      }
    }
  }
}
