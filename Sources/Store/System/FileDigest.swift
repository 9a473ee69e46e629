internal import Foundation
internal import SwiftletHashing
internal import Synchronization

/// The checksums of files, computed on threads of their own: large files take many seconds.
enum FileDigest {
  /// Returns the SHA-256 of a file in hexadecimal digits.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - known: The digits, if they are known already.
  /// - Returns: The digits.
  /// - Throws: ``ModelStoreError/unreadable(path:reason:)`` or `CancellationError`.
  static func sha256(_ path: String, known: String? = nil) async throws -> String {
    if let known { return known }
    return try await onThread { isCancelled in
      var hash = SHA256()
      try FileSystem.forEachPart(path) { part in
        guard !isCancelled() else { throw CancellationError() }
        hash.update(part)
      }
      return hash.finalize().description
    }
  }

  /// Returns git's checksum of a file, the SHA-1 of its size and contents.
  ///
  /// - Parameter path: The path.
  /// - Returns: The digits.
  /// - Throws: ``ModelStoreError/unreadable(path:reason:)`` or `CancellationError`.
  static func gitBlob(_ path: String) async throws -> String {
    try await onThread { isCancelled in
      var hash = SHA1(gitBlobOf: FileSystem.status(path)?.byteCount ?? 0)
      try FileSystem.forEachPart(path) { part in
        guard !isCancelled() else { throw CancellationError() }
        hash.update(part)
      }
      return hash.finalize().description
    }
  }

  /// A flag that the reading task sets.
  private final class Cancellation: Sendable {
    let flag = Mutex(false)
  }

  private static func onThread(
    _ body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> String
  ) async throws -> String {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(with: Result { try body { cancellation.flag.withLock { $0 } } })
        }
      }
    } onCancel: {
      cancellation.flag.withLock { $0 = true }
    }
  }
}
