#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  // Identities of contents stay where they are: they tell snapshots of one stream apart, and models do not see them.

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.GeneratedContent {
    /// Creates the value that one of the system's is.
    ///
    /// By way of JSON, where numbers have all their digits and objects their order: what a model wrote as the arguments
    /// of a call is read to it again, letter for letter.
    init(_ content: FoundationModels.GeneratedContent) throws(UntranslatableValue) {
      let text = content.jsonString
      do {
        try self.init(json: text)
      } catch {
        throw UntranslatableValue(description: "content \(text), expected JSON: \(error)")
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.GeneratedContent {
    /// Creates the value that one of Swiftlet's is.
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
