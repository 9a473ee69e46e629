import Foundation

/// The context of profile evaluation, hooks and tools: the session that runs them.
struct SessionContext: Sendable {
  let session: LanguageModelSession

  /// The running request, or `nil` between requests.
  let turn: UUID?

  /// True if the code may rewrite the session's history, as hooks may.
  let mayRewrite: Bool

  @TaskLocal static var current: SessionContext?
}
