/// How many tokens are guessed at once: more while guesses hold, fewer when they fail, none for a while when all of a guess
/// was wrong.
struct GuessLength {
  private let bounds: ClosedRange<Int>
  /// How long guesses are now.
  private var length: Int
  /// Steps to go without a guess, and how many there were the last time.
  private var (pause, lastPause) = (0, 0)

  private static let longestPause = 64

  /// Begins with guesses of the shortest length.
  init(_ bounds: ClosedRange<Int>) { (self.bounds, length) = (bounds, bounds.lowerBound) }

  /// The length of a guess that could be made now; 0 for none, and one step less of the pause.
  mutating func next() -> Int {
    guard pause == 0 else {
      pause -= 1
      return 0
    }
    return length
  }

  /// Learns how much of a guess was right.
  mutating func learn(guessed: Int, accepted: Int) {
    if accepted == guessed {
      (length, lastPause) = (min(2 * length, bounds.upperBound), 0)
    } else if accepted > 0 {
      (length, lastPause) = (max(bounds.lowerBound, accepted), 0)
    } else {
      length = bounds.lowerBound
      lastPause = min(max(1, 2 * lastPause), Self.longestPause)
      pause = lastPause
    }
  }
}
