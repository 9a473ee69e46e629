import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signals of a server: the first SIGTERM or SIGINT ends it in order, the second at once.
final class ServerSignals: Sendable {
  private let sources: Mutex<[any DispatchSourceSignal]>

  /// Begins to handle signals.
  ///
  /// - Parameter handler: Called with the first SIGTERM or SIGINT, and with each SIGHUP.
  init(_ handler: @escaping @Sendable (Int32) -> Void) {
    let isEnding = Flag()
    sources = Mutex(
      [SIGTERM, SIGINT, SIGHUP].map { number in
        ignoreSignal(number)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          if number != SIGHUP, !isEnding.set() { _exit(128 + number) }
          handler(number)
        }
        source.activate()
        return source
      })
  }

  /// Handles no further signals.
  func cancel() {
    for source in sources.withLock({ $0 }) { source.cancel() }
  }
}

/// A flag that is set once.
private final class Flag: Sendable {
  private let isSet = Atomic<Bool>(false)

  /// Sets the flag; returns false if it was set already.
  func set() -> Bool { !isSet.exchange(true, ordering: .relaxed) }
}

/// Ignores a signal, whose default is to end the process.
func ignoreSignal(_ number: Int32) { _ = signal(number, SIG_IGN) }
