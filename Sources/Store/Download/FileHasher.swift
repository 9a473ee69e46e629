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
/// Bytes that continue the file from its beginning are taken from memory, of which a limited amount is queued. All others
/// are read back: those that an earlier run left, those that several connections wrote out of order, and those for which
/// the queue had no room.
final class FileHasher: Sendable {
  private struct State {
    /// The number of bytes that may be read.
    var frontier = 0
    /// Written bytes below the frontier, by ascending offsets.
    var queue: [Piece] = []
    /// The number of bytes in the queue, and of those that were taken from it and not yet hashed.
    var queuedByteCount = 0
    /// The size of the file, once all bytes are written.
    var end: Int?
    var isCancelled = false
    var waiting: CheckedContinuation<Result<String, DownloadError>, Never>?
    var result: Result<String, DownloadError>?
  }

  /// Bytes of the file that are still in memory.
  private struct Piece {
    var offset: Int
    var data: Data
  }

  private let path: String
  private let state = Mutex(State())
  private let wakeup = DispatchSemaphore(value: 0)

  /// The number of bytes per read.
  private static let partLength = 1 << 20

  /// The greatest number of bytes in memory.
  private static let queueLimit = 6 << 20

  /// The number of bytes after which the system is told to write them to the disk, so that little is left at the end.
  private static let writingInterval = 16 << 20

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
  ///
  /// - Parameters:
  ///   - frontier: The offset.
  ///   - data: The bytes that were written last, which need not be read back if they come next.
  ///   - offset: Their offset.
  func advance(to frontier: Int, with data: Data? = nil, at offset: Int = 0) {
    let isNew = state.withLock { state in
      if let data, offset == state.frontier, state.queuedByteCount + data.count <= Self.queueLimit {
        state.queue.append(Piece(offset: offset, data: data))
        state.queuedByteCount += data.count
      }
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
  /// - Throws: ``DownloadError``; for a cancelled task ``DownloadError/interrupted(resumableBytes:)`` with the bytes
  ///   that were hashed.
  func finish(at end: Int) async throws(DownloadError) -> String {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state in
          (state.frontier, state.end) = (end, end)
          if state.result == nil { state.waiting = continuation }
          return state.result
        }
        if let result { continuation.resume(returning: result) } else { wakeup.signal() }
      }
    } onCancel: {
      cancel()
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
    var pieces: [Piece] = []
    var (offset, written) = (0, 0)
    while true {
      let (frontier, end, isCancelled) = state.withLock { state in
        if pieces.isEmpty { swap(&pieces, &state.queue) }
        return (state.frontier, state.end, state.isCancelled)
      }
      if isCancelled { return complete(.failure(.interrupted(resumableBytes: offset))) }
      if let end, offset == end {
        // The name of the whole file must not outlive its contents.
        guard fsync(file.number) == 0 else {
          return complete(.failure(.cannotWrite(path: path, reason: systemError())))
        }
        return complete(.success(hash.digits))
      }
      if offset - written >= Self.writingInterval {
        SystemFile.beginWriting(file.number, written..<offset)
        written = offset
      }
      let next = pieces.first?.offset ?? frontier
      if offset < next {
        do {
          offset += try read(file.number, at: offset, below: next, into: &part) { hash.update($0) }
        } catch {
          return complete(.failure(error))
        }
      } else if pieces.isEmpty {
        wakeup.wait()
      } else {
        let piece = pieces.removeFirst()
        if piece.offset == offset {
          hash.update(piece.data.span)
          offset += piece.data.count
        }
        state.withLock { $0.queuedByteCount -= piece.data.count }
      }
    }
  }

  /// Reads bytes of the file, at least one of them.
  private func read(
    _ file: Int32, at offset: Int, below end: Int, into part: inout [UInt8], _ body: (Span<UInt8>) -> Void
  ) throws(DownloadError) -> Int {
    let wanted = min(end - offset, part.count)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { bytes in
        // Safe: `wanted` is at most the number of bytes.
        unsafe pread(file, bytes.baseAddress, wanted, off_t(offset))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = count == 0 ? "found its end at byte \(offset), expected \(end) bytes" : systemError()
        throw .cannotWrite(path: path, reason: reason)
      }
      body(part.span.extracting(0..<count))
      return count
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
