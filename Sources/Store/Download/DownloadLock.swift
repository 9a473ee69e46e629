internal import Foundation
internal import SwiftletHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A lock on the download of a file, between processes and with huggingface_hub, which takes the same one.
///
/// It saves a second download. Nothing may rely on it, as on some network file systems every process gets it. The file
/// itself means nothing and stays: the system ends the lock with its process.
final class DownloadLock: Sendable {
  private let file: FileDescriptor

  private init(_ number: Int32) { file = FileDescriptor(number) }

  /// The outcome of an attempt.
  enum Attempt: Sendable {
    case taken(DownloadLock)
    case busy
    /// The file system has no locks, or the folder cannot be written.
    case unsupported
  }

  /// Takes a lock if it is free.
  ///
  /// - Parameter path: The path of the lock.
  /// - Returns: The lock, or the reason that there is none.
  static func attempt(_ path: String) -> Attempt {
    guard (try? FileSystem.createFolder(FileSystem.folder(of: path))) != nil else { return .unsupported }
    let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard number >= 0 else { return .unsupported }
    let lock = DownloadLock(number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK ? .busy : .unsupported }
    // The file may have been removed between both calls; then another process can have the lock of a new one.
    return SystemFile.isFile(number, at: path) ? .taken(lock) : .busy
  }

  /// Removes the file of a lock that no other process has.
  static func removeFile(_ path: String) {
    let attempt = attempt(path)
    if case .busy = attempt { return }
    _ = unsafe unlink(path)
    withExtendedLifetime(attempt) {}
  }

  /// Returns true if a process has the lock.
  static func isTaken(_ path: String) -> Bool {
    guard FileSystem.exists(path), case .busy = attempt(path) else { return false }
    return true
  }

  /// Waits for a lock.
  ///
  /// - Parameters:
  ///   - policy: The clock.
  ///   - report: Receives the seconds waited, every ten seconds.
  ///   - attempt: Tries to take the lock.
  /// - Returns: The lock; nil if locks are not supported there.
  /// - Throws: `CancellationError`.
  static func wait(
    policy: RetryPolicy, report: @Sendable (_ seconds: Int) -> Void, attempt: @Sendable () -> Attempt
  ) async throws -> DownloadLock? {
    let start = policy.now()
    var reported = -1
    while true {
      switch attempt() {
      case .taken(let lock): return lock
      case .unsupported: return nil
      case .busy:
        let tens = Int(clamping: (policy.now() - start).components.seconds / 10)
        if tens > reported {
          reported = tens
          report(tens * 10)
        }
        try await policy.sleep(.milliseconds(200))
      }
    }
  }
}
