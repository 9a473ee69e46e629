// Internal conformances: the form of an entry has a meaning only inside the envelope.

extension Transcript {
  /// An entry as the envelope holds it.
  struct CodedEntry: Codable {
    var entry: Entry

    private enum Keys: String, CodingKey {
      case role, id, contents, options, assets, tools, toolCalls, responseFormat
    }

    private enum Role: String, Codable {
      case instructions, user, response
    }

    init(_ entry: Entry) {
      self.entry = entry
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      let role = try values.decode(Role.self, forKey: .role)
      for key in [Keys.tools, .toolCalls, .responseFormat] where values.contains(key) {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "tools and schemas are not supported, expected text alone")
      }
      let id = try values.decode(String.self, forKey: .id)
      let segments = try values.decode([CodedSegment].self, forKey: .contents).map(\.segment)
      switch role {
      case .instructions:
        entry = .instructions(Instructions(id: id, segments: segments))
      case .user:
        let options = try values.decode(CodedOptions.self, forKey: .options).options
        entry = .prompt(Prompt(id: id, segments: segments, options: options))
      case .response:
        let assets = try values.decodeIfPresent([String].self, forKey: .assets) ?? []
        entry = .response(Response(id: id, assetIDs: assets, segments: segments))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(entry.id, forKey: .id)
      switch entry {
      case .instructions(let instructions):
        try values.encode(Role.instructions, forKey: .role)
        try values.encode(instructions.segments.map(CodedSegment.init), forKey: .contents)
      case .prompt(let prompt):
        try values.encode(Role.user, forKey: .role)
        try values.encode(prompt.segments.map(CodedSegment.init), forKey: .contents)
        try values.encode(CodedOptions(prompt.options), forKey: .options)
      case .response(let response):
        try values.encode(Role.response, forKey: .role)
        try values.encode(response.segments.map(CodedSegment.init), forKey: .contents)
        try values.encode(response.assetIDs, forKey: .assets)
      }
    }
  }

  /// A segment as the envelope holds it.
  struct CodedSegment: Codable {
    var segment: Segment

    private enum Keys: String, CodingKey {
      case type, id, text
    }

    private enum Kind: String, Codable {
      case text
    }

    init(_ segment: Segment) {
      self.segment = segment
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      switch try values.decode(Kind.self, forKey: .type) {
      case .text:
        segment = .text(
          TextSegment(
            id: try values.decode(String.self, forKey: .id), content: try values.decode(String.self, forKey: .text)))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      switch segment {
      case .text(let segment):
        try values.encode(Kind.text, forKey: .type)
        try values.encode(segment.id, forKey: .id)
        try values.encode(segment.content, forKey: .text)
      }
    }
  }

  /// Options as the envelope holds them: what is not set is left out.
  struct CodedOptions: Codable {
    private var temperature: Double?
    private var maximumResponseTokens: Int?
    private var topK: Int?
    private var randomSeed: UInt64?
    // The names of these two are our own, as no file with such options is known.
    private var probabilityThreshold: Double?
    private var greedy: Bool?

    init(_ options: GenerationOptions) {
      temperature = options.temperature
      maximumResponseTokens = options.maximumResponseTokens
      switch options.samplingMode?.kind {
      case .greedy: greedy = true
      case .randomTopK(let count, let seed): (topK, randomSeed) = (count, seed)
      case .randomProbabilityThreshold(let threshold, let seed): (probabilityThreshold, randomSeed) = (threshold, seed)
      case nil: break
      }
    }

    var options: GenerationOptions {
      var mode: GenerationOptions.SamplingMode?
      if greedy == true { mode = .greedy }
      if let topK { mode = .random(top: topK, seed: randomSeed) }
      if let probabilityThreshold { mode = .random(probabilityThreshold: probabilityThreshold, seed: randomSeed) }
      return GenerationOptions(
        samplingMode: mode, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
    }
  }
}
