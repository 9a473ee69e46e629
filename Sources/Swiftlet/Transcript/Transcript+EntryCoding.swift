import Foundation

// Internal conformances: the form of an entry is valid only inside the envelope.

extension Transcript {
  /// The coded form of an entry.
  struct CodedEntry: Codable {
    var entry: Entry

    private enum Keys: String, CodingKey {
      case role, id, contents, tools, options, contextOptions, responseFormat, metadata, assets, toolCalls, toolName
      case toolCallID, signature
    }

    private enum Role: String, Codable {
      case instructions, user, response, tool, reasoning
    }

    init(_ entry: Entry) {
      self.entry = entry
    }
  }
}

// MARK: - Reading

extension Transcript.CodedEntry {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    let role = try values.decode(Role.self, forKey: .role)
    let id = try values.decode(String.self, forKey: .id)
    if role == .response, values.contains(.toolCalls) {
      let calls = try values.decode([Transcript.CodedCall].self, forKey: .toolCalls)
      do {
        entry = .toolCalls(Transcript.ToolCalls(id: id, try calls.map { try $0.call() }))
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .toolCalls, in: values, debugDescription: "found arguments that are not JSON: \(error)")
      }
      return
    }
    let segments = try values.decode([Transcript.CodedSegment].self, forKey: .contents).map(\.segment)
    let metadata = try values.decodeIfPresent([String: CodableContent].self, forKey: .metadata) ?? [:]
    let details = metadata.mapValues { $0.content.ordered(by: []) }
    switch role {
    case .instructions:
      let tools = try values.decodeIfPresent([Transcript.CodedTool].self, forKey: .tools) ?? []
      entry = .instructions(
        Transcript.Instructions(id: id, segments: segments, toolDefinitions: tools.map(\.definition)))
    case .user:
      entry = .prompt(
        Transcript.Prompt(
          id: id, metadata: details, segments: segments,
          options: try values.decode(Transcript.CodedOptions.self, forKey: .options).options,
          responseFormat: try values.decodeIfPresent(Transcript.CodedFormat.self, forKey: .responseFormat)?.format,
          contextOptions: try values.decodeIfPresent(Transcript.CodedContextOptions.self, forKey: .contextOptions)?
            .options ?? ContextOptions()))
    case .response:
      let assets = try values.decodeIfPresent([String].self, forKey: .assets) ?? []
      var response = Transcript.Response(id: id, assetIDs: assets, segments: segments)
      response.metadata = details
      entry = .response(response)
    case .tool:
      let name = try values.decode(String.self, forKey: .toolName)
      let call = try values.decodeIfPresent(String.self, forKey: .toolCallID)
      entry = .toolOutput(Transcript.ToolOutput(id: call ?? id, toolName: name, segments: segments))
    case .reasoning:
      entry = .reasoning(
        Transcript.Reasoning(
          id: id, metadata: details, segments: segments,
          signature: try values.decodeIfPresent(Data.self, forKey: .signature)))
    }
  }
}

// MARK: - Writing

extension Transcript.CodedEntry {
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Keys.self)
    try values.encode(entry.id, forKey: .id)

    func encode(_ role: Role, _ segments: [Transcript.Segment], metadata: [String: GeneratedContent] = [:]) throws {
      try values.encode(role, forKey: .role)
      try values.encode(segments.map(Transcript.CodedSegment.init), forKey: .contents)
      if !metadata.isEmpty { try values.encode(metadata.mapValues(CodableContent.init), forKey: .metadata) }
    }

    switch entry {
    case .instructions(let instructions):
      try encode(.instructions, instructions.segments)
      guard !instructions.toolDefinitions.isEmpty else { return }
      try values.encode(instructions.toolDefinitions.map(Transcript.CodedTool.init), forKey: .tools)
    case .prompt(let prompt):
      try encode(.user, prompt.segments, metadata: prompt.metadata)
      try values.encode(Transcript.CodedOptions(prompt.options), forKey: .options)
      if prompt.contextOptions != ContextOptions() {
        try values.encode(Transcript.CodedContextOptions(prompt.contextOptions), forKey: .contextOptions)
      }
      try values.encodeIfPresent(prompt.responseFormat.map(Transcript.CodedFormat.init), forKey: .responseFormat)
    case .toolCalls(let calls):
      try values.encode(Role.response, forKey: .role)
      try values.encode(calls.map(Transcript.CodedCall.init), forKey: .toolCalls)
    case .toolOutput(let output):
      try encode(.tool, output.segments)
      try values.encode(output.toolName, forKey: .toolName)
      try values.encode(output.id, forKey: .toolCallID)
    case .response(let response):
      try encode(.response, response.segments, metadata: response.metadata)
      try values.encode(response.assetIDs, forKey: .assets)
    case .reasoning(let reasoning):
      try encode(.reasoning, reasoning.segments, metadata: reasoning.metadata)
      try values.encodeIfPresent(reasoning.signature, forKey: .signature)
    }
  }
}
