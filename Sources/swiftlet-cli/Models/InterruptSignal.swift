import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A handler of SIGINT and SIGTERM for the time of a task.
struct InterruptSignal {
  private let sources: [any DispatchSourceSignal]

  /// Begins to handle the signals.
  ///
  /// - Parameter handler: Called with each signal.
  init(_ handler: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      ignoreSignal(number)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { handler() }
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
