#if canImport(Darwin)
  internal import Darwin

  /// Waiting on a word in memory on Apple's platforms: `<os/os_sync_wait_on_address.h>`.
  ///
  /// All supported releases have the functions, but they are not exposed to Swift, so they are looked up by name.
  enum AddressWait {
    private typealias Wait = @convention(c) (UnsafeMutableRawPointer, UInt64, Int, UInt32) -> Int32
    private typealias Wake = @convention(c) (UnsafeMutableRawPointer, Int, UInt32) -> Int32

    private static let wait = unsafe symbol("os_sync_wait_on_address").map { unsafe unsafeBitCast($0, to: Wait.self) }
    private static let wakeAll = unsafe symbol("os_sync_wake_by_address_all").map {
      unsafe unsafeBitCast($0, to: Wake.self)
    }

    /// Waits until the word is woken, or returns at once if it is not `old`; may return spuriously.
    static func sleep(on word: UnsafeMutableRawPointer, while old: UInt32) {
      // Flag 0 restricts the wait to threads of this process. Without the function, or if it fails, sleep briefly.
      if let wait = unsafe wait, unsafe wait(word, UInt64(old), MemoryLayout<UInt32>.size, 0) >= 0 { return }
      usleep(200)
    }

    /// Wakes all threads that wait on the word.
    static func wake(_ word: UnsafeMutableRawPointer) {
      // The call fails if no thread is waiting.
      if let wakeAll = unsafe wakeAll { _ = unsafe wakeAll(word, MemoryLayout<UInt32>.size, 0) }
    }

    /// Looks up a function in all loaded libraries; a nil path gives the global handle (dlopen(3)).
    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(dlopen(nil, RTLD_NOW), name) }
  }
#endif
