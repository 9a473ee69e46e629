import Foundation

extension Transcript {
  /// The coded form of a segment.
  struct CodedSegment: Codable {
    var segment: Segment

    private enum Keys: String, CodingKey {
      case type, id, text, structure, attachment
    }

    private enum Kind: String, Codable {
      case text, structure, attachment
    }

    private struct Structure: Codable {
      var source: String
      var content: CodableContent
      /// The order of the objects' keys, an addition to Apple's format.
      var order: [String]?

      private enum CodingKeys: String, CodingKey {
        case source, content
        case order = "x-order"
      }
    }

    /// An attachment, under keys of this package, since those of Apple's framework are not published.
    private struct CodedAttachment: Codable {
      var label: String?
      var image: URL
    }

    init(_ segment: Segment) {
      self.segment = segment
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      let id = try values.decode(String.self, forKey: .id)
      switch try values.decode(Kind.self, forKey: .type) {
      case .text:
        segment = .text(TextSegment(id: id, content: try values.decode(String.self, forKey: .text)))
      case .structure:
        let structure = try values.decode(Structure.self, forKey: .structure)
        let content = structure.content.content.ordered(by: structure.order ?? [])
        segment = .structure(StructuredSegment(id: id, schemaName: structure.source, content: content))
      case .attachment:
        let attachment = try values.decode(CodedAttachment.self, forKey: .attachment)
        segment = .attachment(
          AttachmentSegment(
            id: id, content: .image(ImageAttachment(imageURL: attachment.image)), label: attachment.label))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(segment.id, forKey: .id)
      switch segment {
      case .text(let segment):
        try values.encode(Kind.text, forKey: .type)
        try values.encode(segment.content, forKey: .text)
      case .structure(let segment):
        try values.encode(Kind.structure, forKey: .type)
        let order = segment.content.keyOrder
        try values.encode(
          Structure(
            source: segment.schemaName, content: CodableContent(segment.content), order: order.isEmpty ? nil : order),
          forKey: .structure)
      case .attachment(let segment):
        try values.encode(Kind.attachment, forKey: .type)
        guard case .image(let image) = segment.content, let url = image.url else { return }
        try values.encode(CodedAttachment(label: segment.label, image: url), forKey: .attachment)
      }
    }
  }
}
