#if canImport(Darwin)
  internal import Darwin

  /// Sleep on Apple's platforms until a word in memory changes: `<os/os_sync_wait_on_address.h>`.
  ///
  /// Every supported release has the functions, but they are documented for C alone. So they are looked up by name.
  enum AddressWait {
    private typealias Wait = @convention(c) (UnsafeMutableRawPointer, UInt64, Int, UInt32) -> Int32
    private typealias Wake = @convention(c) (UnsafeMutableRawPointer, Int, UInt32) -> Int32

    private static let wait = unsafe symbol("os_sync_wait_on_address").map { unsafe unsafeBitCast($0, to: Wait.self) }
    private static let wakeAll = unsafe symbol("os_sync_wake_by_address_all").map {
      unsafe unsafeBitCast($0, to: Wake.self)
    }

    /// Sleeps until the word is woken, or returns at once if it is not `old`; may return for no reason.
    static func sleep(on word: UnsafeMutableRawPointer, while old: UInt32) {
      // 0 as a flag: among the threads of this process. Without the function, or where it fails, a short nap does.
      if let wait = unsafe wait, unsafe wait(word, UInt64(old), MemoryLayout<UInt32>.size, 0) >= 0 { return }
      usleep(200)
    }

    /// Wakes all threads that sleep on the word.
    static func wake(_ word: UnsafeMutableRawPointer) {
      // It fails if there are none.
      if let wakeAll = unsafe wakeAll { _ = unsafe wakeAll(word, MemoryLayout<UInt32>.size, 0) }
    }

    /// A function of any library of the process: of no path is the handle of them all (dlopen(3)).
    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(dlopen(nil, RTLD_NOW), name) }
  }
#endif
