import Foundation
import FoundationModels
import SwiftletFoundationModels
import SwiftletWeights
import Testing

import struct Swiftlet.GGUFLanguageModel

/// A source as users write it: the system's names are plain, and one of Swiftlet's is imported by itself.
@Test("Names of the system's framework need no qualification beside a model of Swiftlet")
func plainNames() async throws {
  let model = SwiftletLanguageModel(try GGUFLanguageModel(contentsOf: #require(DefaultModel.url)))
  let session = LanguageModelSession(model: model, instructions: "You are a friend.")
  let options = GenerationOptions(samplingMode: .greedy)
  let response: LanguageModelSession.Response<String> = try await session.respond(to: "Hello!", options: options)
  #expect(!response.content.isEmpty)
  #expect(session.transcript.count == 3)
}
