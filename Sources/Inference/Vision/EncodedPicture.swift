public import SwiftletTokenizers

/// The embeddings of a picture with the text that the model expects around them.
public struct EncodedPicture: Sendable {
  /// A piece of a prompt.
  public enum Piece: Sendable {
    /// Text, in which control tokens are to be parsed.
    case text(String)
    /// Embedding rows.
    case embeddings(EmbeddingSpan)
    /// A number of rows that are not encoded, in a prompt that is only measured.
    case unencoded(Int)
  }

  /// All rows of the picture.
  public let rows: EmbeddingRows
  /// The pieces, in order; two texts never follow one another.
  public let pieces: [Piece]

  init(_ plan: PicturePlan, _ rows: EmbeddingRows, _ model: VisionConfiguration) {
    self.rows = rows
    var starts: [Int] = []
    var next = 0
    // The rows of each view are those of its pieces.
    for view in plan.views.indices {
      starts.append(next)
      next += plan.pieces.reduce(0) { count, piece in
        if case .rows(view, let range) = piece { max(count, range.upperBound) } else { count }
      }
    }
    pieces = plan.pieces.map { piece in
      switch piece {
      case .text(let text): .text(text)
      case .rows(let view, let range):
        .embeddings(
          EmbeddingSpan(
            rows, range: starts[view] + range.lowerBound..<starts[view] + range.upperBound,
            grid: model.hasGridPositions ? plan.grid : nil, isBidirectional: model.isBidirectional))
      }
    }
  }
}

extension [PromptRun] {
  /// Makes the runs of a prompt from its texts and the pictures between them.
  ///
  /// The text around a picture's rows is tokenized together with the text of the prompt, since tokens may span both.
  ///
  /// - Parameters:
  ///   - texts: The texts, one more than there are pictures.
  ///   - pictures: The pictures.
  ///   - tokenizer: The tokenizer of the model.
  public init(_ texts: [[TextSegment]], _ pictures: [EncodedPicture], _ tokenizer: Tokenizer) {
    self.init(texts, pictures.map(\.pieces), tokenizer)
  }

  /// Makes the runs of a prompt from its texts and the pieces of the pictures between them.
  ///
  /// Rows that are not encoded become tokens without a meaning, so that the runs have the length of the prompt.
  public init(_ texts: [[TextSegment]], _ pictures: [[EncodedPicture.Piece]], _ tokenizer: Tokenizer) {
    precondition(texts.count == pictures.count + 1, "a picture between each two texts is expected")
    self = []
    var open: [TextSegment] = []
    var isFirst = true
    func close(_ runs: inout [PromptRun]) {
      let tokens = tokenizer.encode(open, addingBOSAndEOS: isFirst)
      if !tokens.isEmpty { runs.append(.tokens(tokens)) }
      (open, isFirst) = ([], false)
    }
    for (index, text) in texts.enumerated() {
      open += text
      guard index < pictures.count else { break }
      for piece in pictures[index] {
        switch piece {
        case .text(let text): open.append(TextSegment(text: text, parsesSpecialTokens: true))
        case .embeddings(let span):
          close(&self)
          append(.embeddings(span))
        case .unencoded(let count):
          close(&self)
          append(.tokens([TokenID](repeating: 0, count: count)))
        }
      }
    }
    if !open.isEmpty { close(&self) }
  }
}
