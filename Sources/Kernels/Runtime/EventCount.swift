internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An event count: a counter that threads can wait on until it changes.
///
/// Waiting uses a futex on Linux, and the equivalent on Apple's platforms.
@safe public final class EventCount: Sendable {
  // Safe to share: an atomic, at a stable address because the system identifies a futex by address.
  private nonisolated(unsafe) let value: UnsafeMutablePointer<Atomic<UInt32>>
  private let waiters = Atomic<Int>(0)

  /// Creates a counter at 0.
  public init() {
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: Atomic(0))
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// The current value of the counter.
  public var current: UInt32 { unsafe value.pointee.load(ordering: .sequentiallyConsistent) }

  /// Increments the counter and wakes all waiters.
  public func advance() {
    unsafe value.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    // A waiter registers before its final check of the counter, so it either observes the new value or is observed
    // here.
    if waiters.load(ordering: .sequentiallyConsistent) > 0 { wake() }
  }

  /// Waits until the counter differs from `old`.
  ///
  /// The thread spins for the given time, calling `body` in each iteration, and then sleeps.
  public func wait(while old: UInt32, spinning time: Duration = .zero, meanwhile body: () -> Void = {}) {
    var spin = SpinWait(for: time)
    repeat {
      if current != old { return }
      body()
    } while spin.pause()
    waiters.add(1, ordering: .sequentiallyConsistent)
    while current == old { sleep(while: old) }
    waiters.subtract(1, ordering: .sequentiallyConsistent)
  }

  #if os(Linux) || os(Android)
    private func wake() {
      _ = unsafe Futex.call(Futex.number, value, Futex.wakePrivate, UInt32(Int32.max), nil)
    }

    private func sleep(while old: UInt32) {
      _ = unsafe Futex.call(Futex.number, value, Futex.waitPrivate, old, nil)
    }
  #else
    private func wake() { unsafe AddressWait.wake(value) }
    private func sleep(while old: UInt32) { unsafe AddressWait.sleep(on: value, while: old) }
  #endif
}

#if os(Linux) || os(Android)
  /// The system call `futex(2)`, which cannot be imported because `syscall` is variadic.
  private enum Futex {
    typealias SystemCall = @convention(c) (Int, UnsafeRawPointer, Int32, UInt32, UnsafeRawPointer?) -> Int

    static let call: SystemCall = {
      guard let symbol = unsafe dlsym(nil, "syscall") else {
        // Without the symbol, waiters spin, which is correct but occupies a core.
        return { _, _, _, _, _ in
          sched_yield()
          return 0
        }
      }
      // Safe: on these architectures variadic C functions receive register arguments as non-variadic ones do.
      return unsafe unsafeBitCast(symbol, to: SystemCall.self)
    }()

    #if arch(x86_64)
      static let number = 202
    #elseif arch(powerpc64le)
      static let number = 221
    #else
      static let number = 98
    #endif
    static let waitPrivate: Int32 = 128
    static let wakePrivate: Int32 = 129
  }
#endif
