#if canImport(FoundationModels, _version: 2.0.62)
  import Foundation
  import FoundationModels
  import Swiftlet

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.GenerationSchema {
    /// Creates Swiftlet's schema from the system's through their common JSON form.
    init(_ schema: FoundationModels.GenerationSchema) throws(FoundationModels.LanguageModelError) {
      do {
        self = try JSONDecoder().decode(Self.self, from: try JSONEncoder().encode(schema)).renamed(schema.name)
      } catch {
        throw .unsupportedGenerationGuide(.init(schemaName: schema.name, debugDescription: "\(error)"))
      }
    }
  }
#endif
