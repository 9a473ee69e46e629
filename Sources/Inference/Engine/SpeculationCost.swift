/// The cost of a draft token, as a fraction of a step's time for each token without drafts; with guides and without.
///
/// Steps with guides are measured separately, since fewer logits may have to be computed. A guide also requires a token
/// mask for the position behind each draft token. Masks are computed while the model runs, by a thread for which no
/// processor may be left, so their time counts as if nothing overlapped it. It is measured in every step, with drafts
/// or without: where masks cost more than drafts save, nothing is drafted, until masks become cheaper.
struct SpeculationCost {
  /// A constant that replaces all measurements.
  private let fixed: Double?
  private var unguided = BatchRowCost()
  private var guided = BatchRowCost()
  /// The seconds of a token mask for one position; nil before any has been computed.
  private var mask: Double?
  /// The seconds of the draft model for each token that it proposes; nil before it has proposed any.
  private var draft: Double?

  /// The weight of a new measurement in the moving average.
  private static let weight = 0.1

  init(fixed: Double? = nil) { self.fixed = fixed }

  /// Records a step that ran `sequences` decoding sequences and `draftTokens` draft tokens, and nothing else.
  mutating func record(seconds: Double, sequences: Int, draftTokens: Int, isGuided: Bool) {
    if isGuided {
      guided.record(seconds: seconds, sequences: sequences, extraRows: draftTokens)
    } else {
      unguided.record(seconds: seconds, sequences: sequences, extraRows: draftTokens)
    }
  }

  /// Records the average time of a token mask.
  mutating func record(maskSeconds seconds: Double) {
    mask = mask.map { $0 + Self.weight * (seconds - $0) } ?? seconds
  }

  /// Records the draft model's time for each token that it proposed.
  mutating func record(draftSeconds seconds: Double) {
    draft = draft.map { $0 + Self.weight * (seconds - $0) } ?? seconds
  }

  /// The cost while `sequences` decode.
  func relative(sequences: Int, isGuided: Bool) -> Double {
    if let fixed { return fixed }
    guard isGuided else { return unguided.relative(sequences: sequences) }
    return guided.relative(sequences: sequences) + guided.relative(seconds: mask ?? 0, sequences: sequences)
  }

  /// The cost of a token from the draft model; nil before a step without drafts has been measured.
  func relativeOfDraft(sequences: Int, isGuided: Bool) -> Double? {
    if let fixed { return fixed }
    let rows = isGuided ? guided : unguided
    guard rows.isMeasured(sequences: sequences) else { return nil }
    return relative(sequences: sequences, isGuided: isGuided) + rows.relative(seconds: draft ?? 0, sequences: sequences)
  }
}
