import SwiftletGuides
import SwiftletTokenizers

/// A task that computes the token masks of a guided sequence, for its next token and behind each draft token.
struct MaskTask: Sendable {
  /// The state of the guide at the end of the sequence; draft tokens do not advance it.
  var matcher: GuideMatcher
  private let draft: [TokenID]
  /// The mask for the next token and that behind each draft token, or the error where no token is allowed.
  private(set) var masks: [Result<TokenMask, GuideError>] = []
  /// The time that it took.
  private(set) var time = Duration.zero

  init(_ matcher: GuideMatcher, draft: [TokenID] = []) { (self.matcher, self.draft) = (matcher, draft) }

  /// Computes the masks.
  mutating func run() {
    let start = ContinuousClock.now
    masks = [Self.mask(&matcher)]
    if !draft.isEmpty { lookAhead() }
    time = ContinuousClock.now - start
  }

  private mutating func lookAhead() {
    var ahead = matcher
    for token in draft {
      do throws(GuideError) {
        try ahead.accept(token)
        masks.append(Self.mask(&ahead))
      } catch {
        // The draft is rejected here, so the masks behind it are not used.
        masks += Array(repeating: .failure(error), count: draft.count + 1 - masks.count)
        return
      }
    }
  }

  private static func mask(_ matcher: inout GuideMatcher) -> Result<TokenMask, GuideError> {
    let mask = matcher.mask()
    do throws(GuideError) { try matcher.checkCompleteness() } catch { return .failure(error) }
    // A vocabulary need not have the bytes that a guide requires.
    return mask.isEmpty ? .failure(.noTokenAllowed(offset: matcher.text.count)) : .success(mask)
  }
}
