#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  // Identities of contents are not converted: they are local to a stream's snapshots, and models do not use them.

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.GeneratedContent {
    /// Creates Swiftlet's content from the system's.
    ///
    /// Converted through JSON, which preserves the digits of numbers and the order of keys, so that the arguments
    /// of a tool call are rendered exactly as the model wrote them.
    init(_ content: FoundationModels.GeneratedContent) throws(UnsupportedValue) {
      let text = content.jsonString
      do {
        try self.init(json: text)
      } catch {
        throw UnsupportedValue(description: "content \(text), expected JSON: \(error)")
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.GeneratedContent {
    /// Creates the system's content from Swiftlet's.
    init(_ content: Swiftlet.GeneratedContent) {
      let kind: Kind =
        switch content.kind {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map { FoundationModels.GeneratedContent($0) })
        case .structure(let properties, let keys):
          .structure(properties: properties.mapValues { FoundationModels.GeneratedContent($0) }, orderedKeys: keys)
        }
      self.init(kind: kind)
    }
  }
#endif
