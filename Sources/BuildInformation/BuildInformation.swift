internal import SwiftletCompilerFlags

/// Facts about the build that are known only when the manifest is read.
///
/// In a module of its own, so that a new commit recompiles this file alone.
public enum BuildInformation {
  /// The commit, with a plus sign if there were changes since; empty outside of a repository.
  public static let commit = SWIFTLET_COMMIT_FLAG
}
