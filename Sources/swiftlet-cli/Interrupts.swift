import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The SIGINT handling of the chat: Ctrl-C stops the current answer, or exits if there is none.
enum Interrupts {
  private static let isGenerating = Atomic<Bool>(false)
  private static let isInterrupted = Atomic<Bool>(false)

  /// True if Ctrl-C was pressed since generation began.
  static var wasInterrupted: Bool { isInterrupted.load(ordering: .relaxed) }

  static func install() {
    _ = signal(SIGINT) { _ in
      // Only async-signal-safe operations: atomics and system calls. A second Ctrl-C always exits.
      if Interrupts.isGenerating.load(ordering: .relaxed), !Interrupts.isInterrupted.load(ordering: .relaxed) {
        Interrupts.isInterrupted.store(true, ordering: .relaxed)
      } else {
        let newline: StaticString = "\n"
        _ = unsafe write(STDERR_FILENO, newline.utf8Start, 1)
        _exit(130)
      }
    }
  }

  /// True if Ctrl-C was pressed right after the line that is to be answered.
  private static let isPending = Atomic<Bool>(false)

  /// Has the next answer of the current line end at once, or not.
  static func interruptNext(_ isInterrupted: Bool) { isPending.store(isInterrupted, ordering: .relaxed) }

  static func beginGenerating() {
    isInterrupted.store(isPending.exchange(false, ordering: .relaxed), ordering: .relaxed)
    isGenerating.store(true, ordering: .relaxed)
  }

  static func endGenerating() { isGenerating.store(false, ordering: .relaxed) }
}
