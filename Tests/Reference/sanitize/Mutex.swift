import Synchronization

/// The standard library's mutex in a way that ThreadSanitizer understands; `sanitize.sh thread` puts it in each module that
/// has mutexes, where it hides the other.
///
/// Who waits for a mutex sleeps, and gets it, inside the standard library, whose code does not tell ThreadSanitizer so.
/// What two threads did under the same mutex then looks like a race. Here each of them also reads, after it has got the
/// mutex, what the one before it has written to an atomic number before it gave the mutex back. That is an order which is
/// there anyway, as both are done with the mutex held, so no race is hidden by it.
struct Mutex<Value: ~Copyable>: ~Copyable {
  private let order = Atomic<UInt8>(0)
  private let mutex: Synchronization.Mutex<Value>

  init(_ value: consuming sending Value) { mutex = Synchronization.Mutex(value) }

  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }

  borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    try mutex.withLockIfAvailable { (value: inout sending Value) throws(Failure) -> sending Result in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension Mutex: Sendable where Value: ~Copyable {}
