public import SwiftletTokenizers

/// The embeddings of a picture with the text that the model expects around them.
public struct EncodedPicture: Sendable {
  /// A piece of a prompt.
  public enum Piece: Sendable {
    /// Text, in which control tokens are to be parsed.
    case text(String)
    /// The number of pictures before this one in the prompt, in digits.
    case index
    /// Embedding rows.
    case embeddings(EmbeddingSpan)
    /// A number of rows that are not encoded, in a prompt that is only measured.
    case unencoded(Int)
  }

  /// All rows of the picture, in the order of the prompt.
  public let rows: EmbeddingRows
  /// The pieces, in order; neither two texts nor two runs of rows follow one another.
  public let pieces: [Piece]

  init(_ plan: PicturePlan, _ rows: EmbeddingRows, _ model: VisionConfiguration) {
    self.rows = rows
    var (pieces, next) = ([Piece](), 0)
    for piece in plan.pieces {
      let start = next
      next += piece.rowCount
      if case .text(let text) = piece {
        pieces.append(.text(text))
      } else if case .index = piece {
        pieces.append(.index)
      } else if case .embeddings(var span)? = pieces.last {
        span.range = span.range.lowerBound..<next
        pieces[pieces.count - 1] = .embeddings(span)
      } else {
        pieces.append(
          .embeddings(
            EmbeddingSpan(
              rows, range: start..<next, grid: model.hasGridPositions ? plan.grid : nil,
              isBidirectional: model.isBidirectional)))
      }
    }
    self.pieces = pieces
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
        case .index: open.append(TextSegment(text: "\(index)", parsesSpecialTokens: false))
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
