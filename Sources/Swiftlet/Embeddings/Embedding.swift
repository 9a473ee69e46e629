/// An embedding vector of a text: texts with similar meaning have vectors with similar directions.
///
/// ```swift
/// let (north, northeast) = (Embedding([0, 1]), Embedding([1, 1]))
/// print(north.cosineSimilarity(to: northeast))  // about 0.707
/// ```
public struct Embedding: Sendable, Hashable {
  /// The components.
  public let vector: [Float]

  /// Creates an embedding from components, for instance from stored ones.
  public init(_ vector: [Float]) { self.vector = vector }

  /// The number of components.
  public var dimension: Int { vector.count }

  /// The Euclidean norm: 1 if the vector is normalised.
  public var magnitude: Float { Float(dot(self).squareRoot()) }

  /// The cosine of the angle between two vectors of the same model, from -1 to 1; 0 if one of them is zero.
  ///
  /// Both vectors must have the same dimension.
  public func cosineSimilarity(to other: Embedding) -> Float {
    precondition(dimension == other.dimension, "embeddings of \(dimension) and of \(other.dimension) numbers")
    let magnitudes = (dot(self) * other.dot(other)).squareRoot()
    return magnitudes > 0 ? Float(min(max(dot(other) / magnitudes, -1), 1)) : 0
  }

  /// Returns the vector scaled to length 1; a zero vector is unchanged.
  public func normalized() -> Embedding {
    let magnitude = dot(self).squareRoot()
    return magnitude > 0 ? Embedding(vector.map { Float(Double($0) / magnitude) }) : self
  }

  /// Returns the first components, normalised to length 1.
  ///
  /// Models trained with Matryoshka representation learning lose little quality by this; others lose more.
  public func truncated(to dimension: Int) -> Embedding {
    precondition((1...vector.count).contains(dimension), "\(dimension) of \(vector.count) numbers")
    return Embedding(Array(vector.prefix(dimension))).normalized()
  }

  private func dot(_ other: Embedding) -> Double {
    zip(vector, other.vector).reduce(0) { $0 + Double($1.0) * Double($1.1) }
  }
}

extension Embedding: Codable {
  /// Decodes an array of numbers.
  public init(from decoder: any Decoder) throws {
    vector = try decoder.singleValueContainer().decode([Float].self)
  }

  /// Encodes an array of numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(vector)
  }
}
