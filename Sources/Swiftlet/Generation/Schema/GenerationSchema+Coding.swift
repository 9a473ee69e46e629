import SwiftletJSON

extension GenerationSchema: Codable {
  /// Reads a schema from the dialect of JSON Schema that schemas are encoded as.
  ///
  /// Objects need `title`, `properties`, `required`, `additionalProperties` and `x-order`. Keywords that limit values
  /// further than this dialect can, such as `multipleOf`, `minLength` and `format`, are ignored.
  ///
  /// - Parameter decoder: Where the schema is read from.
  /// - Throws: `DecodingError`
  public init(from decoder: any Decoder) throws {
    let content = try CodableContent(from: decoder).content
    do {
      self = try SchemaReader.read(content)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  /// Writes the schema as a dialect of JSON Schema.
  ///
  /// - Parameter encoder: Where the schema is written to.
  /// - Throws: `EncodingError` if a guide cannot be written, as is the case for regular expressions with parts that are
  ///   Swift code, or what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let document = document
    if let defect = document.defects.first {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "\(defect)"))
    }
    try CodableContent(document.json).encode(to: encoder)
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The schema as JSON, with a line for each key and the keys sorted.
  public var debugDescription: String { ContentJSON.text(document.json, layout: .indented) }
}
