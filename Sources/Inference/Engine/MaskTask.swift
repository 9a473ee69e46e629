import SwiftletGuides
import SwiftletTokenizers

/// Which tokens may come next in a guided sequence, and behind each token of a guess: the question and, once it has been
/// worked on, the answer.
struct MaskTask: Sendable {
  /// Where the sequence stands; guesses do not move it.
  var matcher: GuideMatcher
  private let guess: [TokenID]
  /// For the place where the sequence stands and for those behind each guessed token the tokens that may come, or why there
  /// are none.
  private(set) var masks: [Result<TokenMask, GuideError>] = []
  /// How long it took.
  private(set) var time = Duration.zero

  init(_ matcher: GuideMatcher, guess: [TokenID] = []) { (self.matcher, self.guess) = (matcher, guess) }

  /// Finds the answer.
  mutating func run() {
    let start = ContinuousClock.now
    masks = [Self.mask(&matcher)]
    if !guess.isEmpty { lookAhead() }
    time = ContinuousClock.now - start
  }

  private mutating func lookAhead() {
    var ahead = matcher
    for token in guess {
      do throws(GuideError) {
        try ahead.accept(token)
        masks.append(Self.mask(&ahead))
      } catch {
        // Nor will the sequence get there, or further.
        masks += Array(repeating: .failure(error), count: guess.count + 1 - masks.count)
        return
      }
    }
  }

  private static func mask(_ matcher: inout GuideMatcher) -> Result<TokenMask, GuideError> {
    let mask = matcher.mask()
    // A vocabulary need not have the bytes that a guide asks for.
    return mask.isEmpty ? .failure(.noTokenAllowed(offset: matcher.text.count)) : .success(mask)
  }
}
