import Foundation
import FoundationModels

func sessionsOfTheDefaultModel(_ instructions: String, _ parts: Instructions, _ transcript: Transcript) {
  let tools: [any Tool] = [Timetable()]
  let _: [LanguageModelSession] = [
    LanguageModelSession(), LanguageModelSession(instructions: nil), LanguageModelSession(instructions: "text"),
    LanguageModelSession(instructions: instructions), LanguageModelSession(instructions: parts),
    LanguageModelSession(tools: tools), LanguageModelSession(tools: tools, instructions: "text"),
    LanguageModelSession(model: .default, tools: tools, instructions: instructions),
    LanguageModelSession(model: SystemLanguageModel(useCase: .contentTagging), instructions: parts),
    LanguageModelSession { "text" }, LanguageModelSession(tools: tools) { "text" },
    LanguageModelSession(model: .default, tools: tools) {
      "text"
      parts
    },
    LanguageModelSession(transcript: transcript), LanguageModelSession(tools: tools, transcript: transcript),
    LanguageModelSession(model: .default, tools: tools, transcript: transcript),
  ]
}

/// The only error that a builder throws.
private struct Refused: Error {}

func sessionsOfAModel(_ model: some LanguageModel, _ instructions: String, _ transcript: Transcript) throws {
  let _: [LanguageModelSession] = [
    LanguageModelSession(model: model), LanguageModelSession(model: model, instructions: nil),
    LanguageModelSession(model: model, tools: [Timetable()], instructions: instructions),
    LanguageModelSession(model: model, instructions: Instructions("text")),
    LanguageModelSession(model: model) { "text" },
    LanguageModelSession(model: model, transcript: transcript),
    LanguageModelSession(model: model, tools: [Timetable()], transcript: transcript),
  ]
  do throws(Refused) {
    let _ = try LanguageModelSession(model: model) { () throws(Refused) -> Instructions in throw Refused() }
  } catch {
    let _: Refused = error
  }
  let _ = LanguageModelSession(dynamicInstructions: EmptyDynamicInstructions())
  let _ = LanguageModelSession(model: model, dynamicInstructions: Instructions("text"), history: transcript)
  let _ = LanguageModelSession(profile: LanguageModelSession.Profile {})
  let _ = LanguageModelSession(profile: LanguageModelSession.Profile {}, history: transcript.history)
}

func sessionMembers(_ session: LanguageModelSession) {
  reference(\LanguageModelSession.transcript, Transcript.self)
  reference(\LanguageModelSession.transcriptErrorHandlingPolicy, TranscriptErrorHandlingPolicy?.self)
  property(\LanguageModelSession.isResponding, Bool.self)
  property(\LanguageModelSession.usage, LanguageModelSession.Usage.self)
  property(\LanguageModelSession.properties, SessionPropertyValues.self)
  session.prewarm()
  session.prewarm(promptPrefix: Prompt("text"))
  session.transcriptErrorHandlingPolicy = .preserveTranscript
  session.transcriptErrorHandlingPolicy = TranscriptErrorHandlingPolicy.revertTranscript
}

func responses(_ response: LanguageModelSession.Response<Leg>) {
  property(\LanguageModelSession.Response<Leg>.content, Leg.self)
  property(\LanguageModelSession.Response<Leg>.rawContent, GeneratedContent.self)
  property(\LanguageModelSession.Response<Leg>.transcriptEntries, ArraySlice<Transcript.Entry>.self)
  property(\LanguageModelSession.Response<Leg>.usage, LanguageModelSession.Usage.self)
}

func streams(_ stream: LanguageModelSession.ResponseStream<Leg>) async throws {
  typealias Stream = LanguageModelSession.ResponseStream<Leg>
  variable(\Stream.Snapshot.content, Leg.PartiallyGenerated.self)
  variable(\Stream.Snapshot.rawContent, GeneratedContent.self)
  variable(\Stream.Snapshot.transcriptEntries, ArraySlice<Transcript.Entry>.self)
  variable(\Stream.Snapshot.usage, LanguageModelSession.Usage.self)
  var iterator: Stream.AsyncIterator = stream.makeAsyncIterator()
  let _: Stream.Element? = try await iterator.next()
  let _: Stream.AsyncIterator.Element? = try await iterator.next(isolation: #isolation)
  let _: LanguageModelSession.Response<Leg> = try await stream.collect()
}

func usage() {
  typealias Usage = LanguageModelSession.Usage
  variable(\Usage.input, Usage.Input.self)
  variable(\Usage.output, Usage.Output.self)
  variable(\Usage.metadata, [String: GeneratedContent].self)
  property(\Usage.totalTokenCount, Int.self)
  variable(\Usage.Input.totalTokenCount, Int.self)
  variable(\Usage.Input.cachedTokenCount, Int.self)
  variable(\Usage.Output.totalTokenCount, Int.self)
  variable(\Usage.Output.reasoningTokenCount, Int.self)
  let input = Usage.Input(totalTokenCount: 3, cachedTokenCount: 1)
  let output = Usage.Output(totalTokenCount: 3, reasoningTokenCount: 1)
  let _ = [Usage(input: input, output: output), Usage(input: input, output: output, metadata: ["cost": 0.5])]
}
