import Foundation
import FoundationModels

func transcripts(_ entry: Transcript.Entry, _ decoder: any Decoder, _ encoder: any Encoder) throws {
  var transcript = Transcript()
  transcript = Transcript(entries: [entry])
  transcript = Transcript(entries: Set([1]).map { _ in entry })
  let index: Transcript.Index = transcript.startIndex
  let _: Int = transcript.endIndex
  let _: Transcript.Element = transcript[index]
  transcript[index] = entry
  transcript.replaceSubrange(0..<1, with: [entry])
  transcript.append(entry)
  let _: Slice<Transcript> = transcript[0..<1]
  variable(\Transcript.history, Transcript.HistoryView.self)
  transcript = try Transcript(from: decoder)
  try transcript.encode(to: encoder)
}

func histories(_ transcript: inout Transcript, _ entry: Transcript.Entry) {
  let history: Transcript.HistoryView = [entry]
  transcript.history = history
  transcript.history.append(entry)
  transcript.history.append(contentsOf: [entry])
  let index: Transcript.HistoryView.Index = transcript.history.startIndex
  transcript.history[index] = entry
  let part: Transcript.HistoryView.SubSequence = transcript.history[index..<history.endIndex]
  transcript.history[index..<history.endIndex] = part
  transcript.history.replaceSubrange(index..<transcript.history.index(after: index), with: [entry])
  let _: Transcript.HistoryView.Element? = transcript.history.last
}

func entries(_ entry: Transcript.Entry) -> String {
  let _: (String, String) = (entry.id, entry.description)
  switch entry {
  case .instructions(let instructions): return instructions.description
  case .prompt(let prompt): return prompt.description
  case .toolCalls(let calls): return calls.description
  case .toolOutput(let output): return output.description
  case .response(let response): return response.description
  case .reasoning(let reasoning): return reasoning.description
  @unknown default: return "unknown"
  }
}

func segments(_ segment: Transcript.Segment) -> String {
  let _: (String, String) = (segment.id, segment.description)
  variable(\Transcript.TextSegment.id, String.self)
  variable(\Transcript.TextSegment.content, String.self)
  let _ = [Transcript.TextSegment(content: "a"), Transcript.TextSegment(id: "1", content: "a")]
  variable(\Transcript.StructuredSegment.id, String.self)
  variable(\Transcript.StructuredSegment.schemaName, String.self)
  variable(\Transcript.StructuredSegment.content, GeneratedContent.self)
  let _ = [
    Transcript.StructuredSegment(schemaName: "Leg", content: GeneratedContent(1)),
    Transcript.StructuredSegment(id: "1", schemaName: "Leg", content: GeneratedContent(1)),
  ]
  switch segment {
  case .text(let text): return text.description
  case .structure(let structure): return structure.description
  case .attachment(let attachment): return attachment.description
  @unknown default: return "unknown"
  }
}

func attachments(_ url: URL, _ transcript: Transcript) -> Transcript.ImageAttachment? {
  variable(\Transcript.AttachmentSegment.id, String.self)
  variable(\Transcript.AttachmentSegment.content, Transcript.Attachment.self)
  variable(\Transcript.AttachmentSegment.label, String?.self)
  let image = Transcript.ImageAttachment(imageURL: url)
  property(\Transcript.ImageAttachment.url, URL?.self)
  let segments = [
    Transcript.AttachmentSegment(content: .image(image)),
    Transcript.AttachmentSegment(id: "1", content: .image(image), label: "map"),
  ]
  let attachment: Attachment<ImageAttachmentContent> = Attachment(imageURL: url).label("map")
  let _: (Prompt, Instructions) = (attachment.promptRepresentation, attachment.instructionsRepresentation)
  property(\ImageReference.attachmentLabel, String.self)
  property(\ImageReference.PartiallyGenerated.attachmentLabel, String.PartiallyGenerated?.self)
  guard case .image(let first) = segments[0].content, let reference = try? ImageReference(GeneratedContent("map"))
  else {
    return nil
  }
  return reference.resolved(in: transcript) ?? first
}

@available(*, deprecated)
func segmentsOfRelease26() {
  variable(\Transcript.StructuredSegment.source, String.self)
  let _ = Transcript.StructuredSegment(id: "1", source: "Leg", content: GeneratedContent(1))
}

func instructionsEntries(_ segments: [Transcript.Segment]) {
  variable(\Transcript.Instructions.id, String.self)
  variable(\Transcript.Instructions.segments, [Transcript.Segment].self)
  variable(\Transcript.Instructions.toolDefinitions, [Transcript.ToolDefinition].self)
  variable(\Transcript.ToolDefinition.name, String.self)
  variable(\Transcript.ToolDefinition.description, String.self)
  variable(\Transcript.ToolDefinition.parameters, GenerationSchema.self)
  let definitions = [
    Transcript.ToolDefinition(tool: Timetable()),
    Transcript.ToolDefinition(name: "a", description: "b", parameters: Leg.generationSchema),
  ]
  let _ = Transcript.Instructions(segments: segments, toolDefinitions: definitions)
  let _ = Transcript.Instructions(id: "1", segments: segments, toolDefinitions: [])
}

func promptEntries(_ segments: [Transcript.Segment], _ format: Transcript.ResponseFormat) -> GenerationSchema? {
  variable(\Transcript.Prompt.id, String.self)
  variable(\Transcript.Prompt.segments, [Transcript.Segment].self)
  variable(\Transcript.Prompt.options, GenerationOptions.self)
  variable(\Transcript.Prompt.responseFormat, Transcript.ResponseFormat?.self)
  variable(\Transcript.Prompt.contextOptions, ContextOptions.self)
  variable(\Transcript.Prompt.metadata, [String: GeneratedContent].self)
  let _ = Transcript.Prompt(segments: segments)
  let _ = Transcript.Prompt(id: "1", segments: segments, options: GenerationOptions(), responseFormat: format)
  let _ = Transcript.Prompt(
    id: "1", metadata: ["user": 7], segments: segments, options: GenerationOptions(), responseFormat: nil,
    contextOptions: ContextOptions())
  property(\Transcript.ResponseFormat.name, String.self)
  property(\Transcript.ResponseFormat.kind, Transcript.ResponseFormat.Kind.self)
  property(\Transcript.ResponseFormat.description, String.self)
  let _ = [Transcript.ResponseFormat(type: Leg.self), Transcript.ResponseFormat(schema: Leg.generationSchema)]
  guard case .schema(let schema) = format.kind else { return nil }
  return schema
}

func toolEntries(_ calls: Transcript.ToolCalls, _ segments: [Transcript.Segment]) {
  variable(\Transcript.ToolCalls.id, String.self)
  let index: Transcript.ToolCalls.Index = calls.startIndex
  let call: Transcript.ToolCalls.Element = calls[index..<calls.endIndex].first ?? calls[0]
  let _ = [Transcript.ToolCalls([call]), Transcript.ToolCalls(id: "1", Set([1]).map { _ in call })]
  variable(\Transcript.ToolCall.id, String.self)
  variable(\Transcript.ToolCall.toolName, String.self)
  variable(\Transcript.ToolCall.arguments, GeneratedContent.self)
  variable(\Transcript.ToolCall.metadata, [String: GeneratedContent].self)
  property(\Transcript.ToolCall.description, String.self)
  let _ = Transcript.ToolCall(id: "1", toolName: "a", arguments: GeneratedContent(1))
  let _ = Transcript.ToolCall(id: "1", metadata: ["a": true], toolName: "a", arguments: GeneratedContent(1))
  variable(\Transcript.ToolOutput.id, String.self)
  variable(\Transcript.ToolOutput.toolName, String.self)
  variable(\Transcript.ToolOutput.segments, [Transcript.Segment].self)
  let _ = Transcript.ToolOutput(id: "1", toolName: "a", segments: segments)
}

func responseEntries(_ segments: [Transcript.Segment]) {
  variable(\Transcript.Response.id, String.self)
  variable(\Transcript.Response.assetIDs, [String].self)
  variable(\Transcript.Response.segments, [Transcript.Segment].self)
  property(\Transcript.Response.metadata, [String: GeneratedContent].self)
  let _ = [
    Transcript.Response(assetIDs: ["a"], segments: segments),
    Transcript.Response(id: "1", assetIDs: [], segments: segments), Transcript.Response(segments: segments),
    Transcript.Response(id: "1", metadata: ["a": 1], segments: segments),
  ]
  variable(\Transcript.Reasoning.id, String.self)
  variable(\Transcript.Reasoning.segments, [Transcript.Segment].self)
  variable(\Transcript.Reasoning.signature, Data?.self)
  variable(\Transcript.Reasoning.metadata, [String: GeneratedContent].self)
  let _ = Transcript.Reasoning(segments: segments)
  let _ = Transcript.Reasoning(id: "1", metadata: ["a": 1], segments: segments, signature: Data())
}
