/// What a guessed token costs, in parts of what it takes to get a token without a guess, with guides and without.
///
/// With a guide fewer logits may have to be computed, so its steps are measured on their own; and behind each guessed token
/// it has to be found what may come there. That is done while the model runs, by a thread for which there may be no
/// processor left, so its time counts as if nothing else went on meanwhile. It is measured in every step, guesses or not:
/// where masks cost more than guesses save, nothing is guessed, and when they no longer do, that is seen.
struct GuessCost {
  /// Stands for whatever would be measured.
  private let fixed: Double?
  private var free = RowCost()
  private var guided = RowCost()
  /// Seconds to find what may come at a place; nil before any has been looked at.
  private var mask: Double?
  /// Seconds of the draft model for a token that it proposes; nil before it has proposed any.
  private var draft: Double?

  /// The part of a new measurement in the average.
  private static let weight = 0.1

  init(fixed: Double? = nil) { self.fixed = fixed }

  /// Takes note of a step in which `sequences` generated, `guesses` tokens were guessed, and nothing else was run.
  mutating func note(seconds: Double, sequences: Int, guesses: Int, isGuided: Bool) {
    if isGuided {
      guided.note(seconds: seconds, sequences: sequences, extraRows: guesses)
    } else {
      free.note(seconds: seconds, sequences: sequences, extraRows: guesses)
    }
  }

  /// Takes note of how long it took for each of some places to find what may come there.
  mutating func note(maskSeconds seconds: Double) {
    mask = mask.map { $0 + Self.weight * (seconds - $0) } ?? seconds
  }

  /// Takes note of how long the draft model took for each token that it proposed.
  mutating func note(draftSeconds seconds: Double) {
    draft = draft.map { $0 + Self.weight * (seconds - $0) } ?? seconds
  }

  /// The cost while `sequences` generate.
  func relative(sequences: Int, isGuided: Bool) -> Double {
    if let fixed { return fixed }
    guard isGuided else { return free.relative(sequences: sequences) }
    return guided.relative(sequences: sequences) + guided.relative(seconds: mask ?? 0, sequences: sequences)
  }

  /// The cost of a token that the draft model proposes; nil as long as it is not known what a step without guesses takes.
  func relativeOfDraft(sequences: Int, isGuided: Bool) -> Double? {
    if let fixed { return fixed }
    let rows = isGuided ? guided : free
    guard rows.isMeasured(sequences: sequences) else { return nil }
    return relative(sequences: sequences, isGuided: isGuided) + rows.relative(seconds: draft ?? 0, sequences: sequences)
  }
}
