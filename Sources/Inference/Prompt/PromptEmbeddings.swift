import SwiftletTokenizers

/// A position in the three sections of a rotary embedding; for text all are equal.
struct RotaryPosition: Sendable, Equatable {
  var temporal: Int
  var row: Int
  var column: Int

  /// Creates the position of text.
  init(_ position: Int) { (temporal, row, column) = (position, position, position) }

  init(temporal: Int, row: Int, column: Int) { (self.temporal, self.row, self.column) = (temporal, row, column) }
}

/// The embedding runs of a prompt with their places.
struct PromptEmbeddings: Sendable {
  /// A run with its place.
  struct Placed: Sendable {
    var span: EmbeddingSpan
    /// The index of its first row in the prompt.
    var start: Int
    /// The rotary position there.
    var position: Int

    /// The index after its last row.
    var end: Int { start + span.range.count }
    /// The rotary position after its last row.
    var nextPosition: Int { position + (span.grid.map { max($0.width, $0.height) } ?? span.range.count) }
  }

  /// The runs, in order.
  private(set) var spans: [Placed] = []
  /// True if positions differ from indices.
  private(set) var hasGrids = false

  /// Creates the runs of a prompt; returns its tokens, too, with placeholders for rows.
  static func make(_ runs: [PromptRun]) -> (tokens: [TokenID], embeddings: PromptEmbeddings?) {
    var (tokens, embeddings) = ([TokenID](), PromptEmbeddings())
    for run in runs {
      switch run {
      case .tokens(let ids): tokens += ids
      case .embeddings(let span) where span.range.isEmpty: continue
      case .embeddings(let span):
        let position = embeddings.position(of: tokens.count).temporal
        embeddings.spans.append(Placed(span: span, start: tokens.count, position: position))
        embeddings.hasGrids = embeddings.hasGrids || span.grid != nil
        tokens += span.range.map { span.rows.placeholder($0) }
      }
    }
    return (tokens, embeddings.spans.isEmpty ? nil : embeddings)
  }

  /// The run with an index of the prompt; nil for a token.
  func span(at index: Int) -> Placed? { last(from: index).flatMap { index < $0.end ? $0 : nil } }

  /// The last run that begins at or before an index.
  private func last(from index: Int) -> Placed? {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].start <= index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? spans[low - 1] : nil
  }

  /// The rotary position of an index of the prompt, or after it.
  func position(of index: Int) -> RotaryPosition {
    guard let placed = last(from: index) else { return RotaryPosition(index) }
    guard index < placed.end else { return RotaryPosition(placed.nextPosition + index - placed.end) }
    guard let grid = placed.span.grid else { return RotaryPosition(placed.position + index - placed.start) }
    let (row, column) = (index - placed.start).quotientAndRemainder(dividingBy: max(1, grid.width))
    return RotaryPosition(
      temporal: placed.position, row: placed.position + row, column: placed.position + column)
  }

  /// The largest count of a prompt's beginning, at most `count`, that does not divide a bidirectional run.
  func wholeCount(_ count: Int) -> Int {
    guard let placed = last(from: count), placed.span.isBidirectional, count < placed.end else { return count }
    return placed.start
  }

  /// The end of the bidirectional run that begins at an index; nil if none does.
  func bidirectionalEnd(from index: Int) -> Int? {
    span(at: index).flatMap { $0.start == index && $0.span.isBidirectional ? $0.end : nil }
  }

  /// The number of rows of the longest bidirectional run.
  var longestBidirectional: Int {
    spans.reduce(0) { $1.span.isBidirectional ? max($0, $1.span.range.count) : $0 }
  }

  /// Returns true if the placeholders of all runs, and no others, are in the tokens of a prompt.
  func agree(with prompt: [TokenID]) -> Bool {
    var count = 0
    for placed in spans {
      guard placed.end <= prompt.count,
        zip(prompt[placed.start..<placed.end], placed.span.range).allSatisfy({
          $0 == placed.span.rows.placeholder($1)
        })
      else { return false }
      count += placed.span.range.count
    }
    return prompt.count { $0 < 0 } == count
  }
}
