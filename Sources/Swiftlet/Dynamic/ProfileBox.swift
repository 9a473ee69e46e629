import Foundation

/// The profile of a session with the state of its last activation.
///
/// `@unchecked Sendable`: the profile was sent to the session, which owns it exclusively; it is evaluated, and the
/// state is changed, only under the lock. The result of an evaluation is used by the single running request, or under
/// the lock while none runs. The lock is recursive because a body may access its own session and so evaluate again.
final class ProfileBox: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let resolve: (inout ResolvedProfile) -> Void
  private var activePath: [ResolvedProfile.PathElement]?
  private var deactivations: [@isolated(any) () async -> Void] = []

  init(_ profile: sending some LanguageModelSession.DynamicProfile) {
    resolve = { profile.resolve(into: &$0) }
  }

  /// Evaluates the profile in the context of a session.
  func evaluate(in context: SessionContext) -> ResolvedProfile {
    lock.withLock {
      SessionContext.$current.withValue(context) {
        var resolved = ResolvedProfile()
        resolve(&resolved)
        return resolved
      }
    }
  }

  /// Evaluates the profile between requests and passes it to a closure, unless a request is running.
  ///
  /// A request that begins during the closure waits for its end before its own evaluation and hooks.
  func evaluateBetweenRequests(of session: LanguageModelSession, _ body: (ResolvedProfile) -> Void) {
    lock.withLock {
      guard !session.isBusy else { return }
      body(evaluate(in: SessionContext(session: session, turn: nil, mayRewrite: false)))
    }
  }

  /// The hooks to run when one profile replaces another.
  struct Changes {
    var deactivations: [@isolated(any) () async -> Void] = []
    var activations: [@isolated(any) () async -> Void] = []
  }

  /// Sets the active profile, and returns the hooks to run if it has changed.
  func activate(_ profile: ResolvedProfile) -> Changes {
    lock.withLock {
      guard profile.path != activePath else { return Changes() }
      defer { (activePath, deactivations) = (profile.path, profile.hooks.onDeactivate) }
      return Changes(deactivations: deactivations, activations: profile.hooks.onActivate)
    }
  }
}
