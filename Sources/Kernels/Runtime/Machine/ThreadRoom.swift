#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The room for threads that the limits of this process leave.
public enum ThreadRoom {
  /// The limits of threads with their values, such as `pids.max of the control group, 3`.
  public static var limits: [String] { Machine.current.threadLimits }

  /// Returns true if the system starts a number of threads at once, beside those that run.
  ///
  /// All are started with small stacks, and have ended on return.
  public static func isEnough(for count: Int) -> Bool {
    #if os(Linux) || os(Android)
      let gate = EventCount()
      let threads = start(count, waitingFor: gate)
      gate.advance()
      for thread in threads { pthread_join(thread, nil) }
      return threads.count >= count
    #else
      return true
    #endif
  }

  #if os(Linux) || os(Android)
    /// Starts threads with small stacks until the system refuses one.
    private static func start(_ count: Int, waitingFor gate: EventCount) -> [pthread_t] {
      unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
        var threads: [pthread_t] = []
        guard let attributes = attributes.baseAddress, unsafe pthread_attr_init(attributes) == 0 else { return [] }
        defer { unsafe pthread_attr_destroy(attributes) }
        unsafe pthread_attr_setstacksize(attributes, 64 << 10)
        while threads.count < count {
          var thread = pthread_t()
          // Released by the thread.
          let entry = unsafe Unmanaged.passRetained(gate)
          let status = unsafe pthread_create(
            &thread, attributes,
            { argument in
              if let argument = unsafe argument {
                unsafe Unmanaged<EventCount>.fromOpaque(argument).takeRetainedValue().wait(while: 0)
              }
              return nil
            }, entry.toOpaque())
          guard status == 0 else {
            unsafe entry.release()
            break
          }
          threads.append(thread)
        }
        return threads
      }
    }
  #endif
}

extension Machine {
  /// The limits of the number of threads: those of control groups and of the user.
  var threadLimits: [String] {
    let user = files.value("Max processes", in: "/proc/self/limits")?.split(separator: " ").first.flatMap { Int($0) }
    return (groups.threadLimit.map { ["pids.max of the control group, \($0)"] } ?? [])
      + (user.map { ["RLIMIT_NPROC (ulimit -u), \($0)"] } ?? [])
  }
}
