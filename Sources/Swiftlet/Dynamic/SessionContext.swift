import Foundation

/// On whose behalf code runs: the session that evaluates a profile, calls a hook or runs a tool.
struct SessionContext: Sendable {
  let session: LanguageModelSession

  /// The request that is running, or `nil` between requests.
  let turn: UUID?

  /// Whether the session's history may be rewritten, as hooks may.
  let mayRewrite: Bool

  @TaskLocal static var current: SessionContext?
}
