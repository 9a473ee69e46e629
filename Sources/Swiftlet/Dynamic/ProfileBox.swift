import Foundation

/// The profile of a session, with what is known of its last evaluation.
///
/// `@unchecked Sendable`: the profile was sent to the session, so nobody else has it; it is evaluated, and the rest is
/// changed, under the lock alone. What an evaluation brings is used by the one request that runs, or under the lock while
/// none runs. The lock is recursive because a body may ask its own session for something that leads back here.
final class ProfileBox: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let resolve: (inout ResolvedProfile) -> Void
  private var activePath: [ResolvedProfile.PathElement]?
  private var deactivations: [@isolated(any) () async -> Void] = []

  init(_ profile: sending some LanguageModelSession.DynamicProfile) {
    resolve = { profile.resolve(into: &$0) }
  }

  /// Evaluates the profile on behalf of a session.
  func evaluate(in context: SessionContext) -> ResolvedProfile {
    lock.withLock {
      SessionContext.$current.withValue(context) {
        var resolved = ResolvedProfile()
        resolve(&resolved)
        return resolved
      }
    }
  }

  /// Evaluates the profile between requests and does something with it, unless a request is running.
  ///
  /// A request that begins meanwhile waits for the end of it with its own evaluation, and so with its hooks.
  func evaluateBetweenRequests(of session: LanguageModelSession, _ body: (ResolvedProfile) -> Void) {
    lock.withLock {
      guard !session.isBusy else { return }
      body(evaluate(in: SessionContext(session: session, turn: nil, mayRewrite: false)))
    }
  }

  /// What is to be done when one profile takes the place of another.
  struct Changes {
    var deactivations: [@isolated(any) () async -> Void] = []
    var activations: [@isolated(any) () async -> Void] = []
  }

  /// Takes note of the active profile, and returns what is to be done if it is another one than before.
  func activate(_ profile: ResolvedProfile) -> Changes {
    lock.withLock {
      guard profile.path != activePath else { return Changes() }
      defer { (activePath, deactivations) = (profile.path, profile.hooks.onDeactivate) }
      return Changes(deactivations: deactivations, activations: profile.hooks.onActivate)
    }
  }
}
