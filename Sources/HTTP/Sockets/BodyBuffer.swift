#if os(Linux)
  import Foundation
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A buffer into which a socket's bytes are received, and which becomes the memory of a `Data` value without a copy.
  ///
  /// Buffers are reused. Memory that is allocated for each piece of a model goes back to the system in between, and its
  /// pages are then cleared once more for every piece.
  struct BodyBuffer: ~Copyable {
    /// The size in bytes.
    static let byteCount = 1 << 18

    /// The greatest number of unused buffers.
    private static let unusedLimit = 32

    private static let unused = Mutex<[Memory]>([])

    /// The memory of a buffer.
    ///
    /// `@unchecked Sendable`: at any time one owner has it. A buffer, which cannot be copied, gives it away when it ends: to
    /// its `Data` value, whose bytes nothing writes any more and which gives it back when its last copy is gone, or to the
    /// list of unused ones, which a lock protects.
    @safe private struct Memory: @unchecked Sendable {
      let start: UnsafeMutableRawPointer

      /// Makes the memory available to later buffers, or frees it.
      func end() {
        let isKept = BodyBuffer.unused.withLock { list in
          guard list.count < BodyBuffer.unusedLimit else { return false }
          list.append(self)
          return true
        }
        if !isKept { unsafe start.deallocate() }
      }
    }

    private let memory: Memory
    /// The number of received bytes.
    private var count = 0

    /// Takes an unused buffer, or allocates one.
    init() {
      memory =
        unsafe Self.unused.withLock { $0.popLast() }
        ?? Memory(start: .allocate(byteCount: Self.byteCount, alignment: 4096))
    }

    /// Gives back the memory of a buffer whose bytes nobody has taken, as after an error.
    deinit { memory.end() }

    /// Receives bytes behind those that are there, until the buffer is full or no more are available.
    ///
    /// - Parameters:
    ///   - socket: A non-blocking socket.
    ///   - limit: The greatest number of bytes in the buffer.
    /// - Returns: The result of the last `recv`, zero or less; `nil` if the buffer is full.
    mutating func receive(from socket: Int32, limit: Int) -> Int? {
      let end = min(limit, Self.byteCount)
      while count < end {
        // Safe: `count` is below the end, which is within the memory.
        let result = unsafe recv(socket, memory.start + count, end - count, 0)
        guard result > 0 else { return result }
        count += result
      }
      return nil
    }

    /// Ends the buffer, and returns the received bytes.
    ///
    /// Few of them are copied, as they would keep the memory of many.
    consuming func data() -> Data {
      let (memory, count) = (memory, count)
      discard self
      guard count >= Self.byteCount / 4 else {
        let data = unsafe Data(bytes: memory.start, count: count)
        memory.end()
        return data
      }
      return unsafe Data(bytesNoCopy: memory.start, count: count, deallocator: .custom { _, _ in memory.end() })
    }
  }
#endif
