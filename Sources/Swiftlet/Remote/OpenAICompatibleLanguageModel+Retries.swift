extension OpenAICompatibleLanguageModel.Options {
  /// How often, and how long, a server that has no time (status 429 or 503) is asked again.
  ///
  /// The pause before each attempt is twice as long as that before, less a random part of up to a half, so that many
  /// clients do not come back at once. If the server says how long to wait, that counts instead. Nothing is asked
  /// again once an answer has begun.
  public struct Retries: Sendable, Equatable {
    /// The greatest number of further attempts.
    public var maximumCount = 5

    /// The pause before the first of them.
    public var firstPause = Duration.milliseconds(500)

    /// The longest pause, unless the server asks for more.
    public var longestPause = Duration.seconds(30)

    /// The time from the first attempt after which none begins.
    ///
    /// A server that asks for a longer pause is not waited for.
    public var maximumTime = Duration.seconds(120)

    /// Creates a policy with the defaults.
    public init() {}

    /// A policy by which nothing is asked again.
    public static var none: Retries {
      var retries = Retries()
      retries.maximumCount = 0
      return retries
    }
  }
}

extension OpenAICompatibleLanguageModel.Options.Retries {
  /// Tells how long to wait before the next attempt.
  ///
  /// - Parameters:
  ///   - count: The number of further attempts so far.
  ///   - elapsed: The time since the first attempt.
  ///   - requested: How long the server asked to wait.
  ///   - chance: A random number from 0 to 1.
  /// - Returns: The pause, or `nil` if there is to be no further attempt.
  func pause(after count: Int, elapsed: Duration, requested: Duration?, chance: Double) -> Duration? {
    guard count < maximumCount else { return nil }
    var doubled = max(firstPause, .zero)
    for _ in 0..<count where doubled > .zero && doubled < longestPause { doubled *= 2 }
    let pause = requested ?? min(doubled, longestPause) * (1 - min(max(chance, 0), 1) / 2)
    return elapsed + pause <= maximumTime ? max(pause, .zero) : nil
  }
}
