internal import Foundation
internal import SwiftletHTTP
internal import SwiftletHashing
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A thread that computes the checksum of a file while it is written.
///
/// It reads back what is complete from the beginning, which is in the system's cache then. So the bytes that an earlier
/// run left are hashed like all others, from the disk, and nothing is queued in memory.
final class FileHasher: Sendable {
  private struct State {
    /// The number of bytes that may be read.
    var frontier = 0
    /// The size of the file, once all bytes are written.
    var end: Int?
    var isCancelled = false
    var waiting: CheckedContinuation<Result<String, DownloadError>, Never>?
    var result: Result<String, DownloadError>?
  }

  private let path: String
  private let state = Mutex(State())
  private let wakeup = DispatchSemaphore(value: 0)

  /// The number of bytes per read.
  private static let partLength = 1 << 20

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which is opened once more.
  ///   - checksum: The kind of the checksum; by default SHA-256.
  ///   - byteCount: The size of the file, which is a part of the checksum of a git blob.
  /// - Throws: ``DownloadError/cannotWrite(path:reason:)`` if the file cannot be opened.
  init(path: String, checksum: FileChecksum?, byteCount: Int?) throws(DownloadError) {
    self.path = path
    let number = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard number >= 0 else { throw .cannotWrite(path: path, reason: systemError()) }
    var hash: FileHash = .sha256(SHA256())
    if case .gitBlob = checksum { hash = .sha1(SHA1(gitBlobOf: byteCount ?? 0)) }
    Thread.detachNewThread { [self, hash] in
      Thread.current.name = "swiftlet-hash"
      run(FileDescriptor(number), hash)
    }
  }

  /// Makes bytes available to the thread: those below an offset.
  func advance(to frontier: Int) {
    let isNew = state.withLock { state in
      // The thread is woken for whole parts, not for each write.
      let isNew = frontier / Self.partLength > state.frontier / Self.partLength
      state.frontier = max(state.frontier, frontier)
      return isNew
    }
    if isNew { wakeup.signal() }
  }

  /// Waits for the checksum of the whole file, which is then also on the disk.
  ///
  /// - Parameter end: The size of the file.
  /// - Returns: Hexadecimal digits.
  /// - Throws: ``DownloadError``
  func finish(at end: Int) async throws(DownloadError) -> String {
    let result = await withCheckedContinuation { continuation in
      let result = state.withLock { state in
        (state.frontier, state.end) = (end, end)
        if state.result == nil { state.waiting = continuation }
        return state.result
      }
      if let result { continuation.resume(returning: result) } else { wakeup.signal() }
    }
    return try result.get()
  }

  /// Ends the thread.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    wakeup.signal()
  }
}

extension FileHasher {
  /// A hash function.
  private enum FileHash {
    case sha1(SHA1)
    case sha256(SHA256)

    mutating func update(_ bytes: Span<UInt8>) {
      switch self {
      case .sha1(var hash):
        hash.update(bytes)
        self = .sha1(hash)
      case .sha256(var hash):
        hash.update(bytes)
        self = .sha256(hash)
      }
    }

    var digits: String {
      switch self {
      case .sha1(let hash): hash.finalize().description
      case .sha256(let hash): hash.finalize().description
      }
    }
  }

  private func run(_ file: consuming FileDescriptor, _ hash: FileHash) {
    var hash = hash
    var part = [UInt8](repeating: 0, count: Self.partLength)
    var offset = 0
    while true {
      let (frontier, end, isCancelled) = state.withLock { ($0.frontier, $0.end, $0.isCancelled) }
      if isCancelled { return complete(.failure(.interrupted(resumableBytes: offset))) }
      if let end, offset == end {
        // The name of the whole file must not outlive its contents.
        guard fsync(file.number) == 0 else {
          return complete(.failure(.cannotWrite(path: path, reason: systemError())))
        }
        return complete(.success(hash.digits))
      }
      guard offset < frontier else {
        wakeup.wait()
        continue
      }
      let wanted = min(frontier - offset, part.count)
      let count = unsafe part.withUnsafeMutableBytes { bytes in
        unsafe pread(file.number, bytes.baseAddress, wanted, off_t(offset))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = count == 0 ? "found its end at byte \(offset), expected \(frontier) bytes" : systemError()
        return complete(.failure(.cannotWrite(path: path, reason: reason)))
      }
      hash.update(part.span.extracting(0..<count))
      offset += count
    }
  }

  private func complete(_ result: Result<String, DownloadError>) {
    let waiting = state.withLock { state in
      state.result = result
      return state.waiting.take()
    }
    waiting?.resume(returning: result)
  }
}
