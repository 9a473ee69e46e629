/// A text as a vector: texts that mean much the same have vectors that point much the same way.
///
/// ```swift
/// let (north, northeast) = (Embedding([0, 1]), Embedding([1, 1]))
/// print(north.cosineSimilarity(to: northeast))  // about 0.707
/// ```
public struct Embedding: Sendable, Hashable {
  /// The numbers.
  public let vector: [Float]

  /// Makes an embedding of numbers, such as those that were kept from an earlier run.
  public init(_ vector: [Float]) { self.vector = vector }

  /// How many numbers there are.
  public var dimension: Int { vector.count }

  /// The length of the vector: 1 if it has been normalised.
  public var magnitude: Float { Float(dot(self).squareRoot()) }

  /// The cosine of the angle between two vectors of the same model, from -1 to 1; 0 if one of them is zero.
  ///
  /// Both have as many numbers.
  public func cosineSimilarity(to other: Embedding) -> Float {
    precondition(dimension == other.dimension, "embeddings of \(dimension) and of \(other.dimension) numbers")
    let magnitudes = (dot(self) * other.dot(other)).squareRoot()
    return magnitudes > 0 ? Float(min(max(dot(other) / magnitudes, -1), 1)) : 0
  }

  /// The vector of length 1 that points the same way, or zero if it is that.
  public func normalized() -> Embedding {
    let magnitude = dot(self).squareRoot()
    return magnitude > 0 ? Embedding(vector.map { Float(Double($0) / magnitude) }) : self
  }

  /// The first numbers, with length 1.
  ///
  /// Models trained for it (Matryoshka representation learning) put into them what matters most. Others lose more.
  public func truncated(to dimension: Int) -> Embedding {
    precondition((1...vector.count).contains(dimension), "\(dimension) of \(vector.count) numbers")
    return Embedding(Array(vector.prefix(dimension))).normalized()
  }

  private func dot(_ other: Embedding) -> Double {
    zip(vector, other.vector).reduce(0) { $0 + Double($1.0) * Double($1.1) }
  }
}

extension Embedding: Codable {
  /// Reads an array of numbers.
  public init(from decoder: any Decoder) throws {
    vector = try decoder.singleValueContainer().decode([Float].self)
  }

  /// Writes an array of numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(vector)
  }
}
