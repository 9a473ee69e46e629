import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A handler of SIGINT and SIGTERM for the time of a task; the second signal ends the process.
struct InterruptSignal {
  private let sources: [any DispatchSourceSignal]

  /// Begins to handle the signals.
  ///
  /// - Parameter handler: Called with the first signal.
  init(_ handler: @escaping @Sendable () -> Void) {
    let wasCalled = Mutex(false)
    sources = [SIGINT, SIGTERM].map { number in
      ignoreSignal(number)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let isSecond = wasCalled.withLock { wasCalled in
          defer { wasCalled = true }
          return wasCalled
        }
        // Whoever asks twice does not want to wait for a file or a server.
        if isSecond { _exit(128 + number) }
        handler()
      }
      source.activate()
      return source
    }
  }

  /// Restores the default: the signals end the process.
  func end() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) }
  }
}
