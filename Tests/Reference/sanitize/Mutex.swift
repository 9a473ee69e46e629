import Synchronization

/// A mutex with the standard library's API that ThreadSanitizer understands.
///
/// `sanitize.sh thread` adds it to each module with mutexes, where it shadows the original. The slow path of the
/// standard library's mutex is not instrumented, so ThreadSanitizer reports false races between its critical sections.
/// This type also writes an atomic before unlocking and reads it after locking. This ordering exists anyway, because
/// both happen with the mutex locked, so no real race is hidden.
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
