internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A counter that threads can sleep on until it moves.
///
/// On Linux the sleep is a futex, and on Apple's platforms what they have in its place.
@safe public final class Gate: Sendable {
  // Safe to share: atomics. They live behind a pointer because the kernel knows the counter by its address.
  private nonisolated(unsafe) let value: UnsafeMutablePointer<Atomic<UInt32>>
  private let sleepers = Atomic<Int>(0)

  /// Creates a counter at 0.
  public init() {
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: Atomic(0))
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// The counter.
  public var current: UInt32 { unsafe value.pointee.load(ordering: .sequentiallyConsistent) }

  /// Moves the counter and wakes every sleeper.
  public func advance() {
    unsafe value.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    // A sleeper announces itself before it checks the counter for the last time, so it either sees the new value or
    // is seen here.
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 { wake() }
  }

  /// Returns once the counter is no longer `old`: looks again and again for some time, with `body` between two looks,
  /// then sleeps.
  public func wait(while old: UInt32, spinning time: Duration = .zero, meanwhile body: () -> Void = {}) {
    var spin = Spin(for: time)
    repeat {
      if current != old { return }
      body()
    } while spin.pause()
    sleepers.add(1, ordering: .sequentiallyConsistent)
    while current == old { sleep(while: old) }
    sleepers.subtract(1, ordering: .sequentiallyConsistent)
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
  /// `futex(2)`, which the C module hides because `syscall` is variadic.
  private enum Futex {
    typealias Call = @convention(c) (Int, UnsafeRawPointer, Int32, UInt32, UnsafeRawPointer?) -> Int

    static let call: Call = {
      guard let symbol = unsafe dlsym(nil, "syscall") else {
        // Without the symbol a sleeper would spin: correct, though it uses the core.
        return { _, _, _, _, _ in
          sched_yield()
          return 0
        }
      }
      // Safe: on these architectures a variadic C function takes register arguments as a fixed one does.
      return unsafe unsafeBitCast(symbol, to: Call.self)
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
