extension OpenAICompatibleLanguageModel.Options {
  /// The retry policy for a busy server (status 429 or 503): exponential backoff with jitter.
  ///
  /// The delay doubles with each attempt and is reduced by a random part of up to a half, so that many clients do not
  /// retry simultaneously. A delay that the server requests replaces it. Requests are not retried once an answer has
  /// begun.
  public struct Retries: Sendable, Equatable {
    /// The maximum number of retries.
    public var maximumCount = 5

    /// The delay before the first retry.
    public var initialDelay = Duration.milliseconds(500)

    /// The maximum delay, unless the server requests a longer one.
    public var maximumDelay = Duration.seconds(30)

    /// The time since the first attempt after which no retry starts.
    ///
    /// A server that requests a longer delay is not retried.
    public var maximumTime = Duration.seconds(120)

    /// Creates a policy with the defaults.
    public init() {}

    /// The policy without retries.
    public static var none: Retries {
      var retries = Retries()
      retries.maximumCount = 0
      return retries
    }
  }
}

extension OpenAICompatibleLanguageModel.Options.Retries {
  /// Returns the delay before the next attempt.
  ///
  /// - Parameters:
  ///   - count: The number of retries so far.
  ///   - elapsed: The time since the first attempt.
  ///   - requested: The delay that the server requested.
  ///   - jitter: A random number from 0 to 1.
  /// - Returns: The delay; `nil` for no further attempt.
  func delay(after count: Int, elapsed: Duration, requested: Duration?, jitter: Double) -> Duration? {
    guard count < maximumCount else { return nil }
    var doubled = max(initialDelay, .zero)
    for _ in 0..<count where doubled > .zero && doubled < maximumDelay { doubled *= 2 }
    let delay = requested ?? min(doubled, maximumDelay) * (1 - min(max(jitter, 0), 1) / 2)
    return elapsed + delay <= maximumTime ? max(delay, .zero) : nil
  }
}
