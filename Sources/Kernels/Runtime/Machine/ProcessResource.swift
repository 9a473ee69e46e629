#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A resource that the system grants to a process up to limits.
public enum ProcessResource: Sendable, Equatable {
  /// Threads, each with a stack of the default size.
  case threads
  /// File descriptors.
  case descriptors
  /// Memory that can be written, in bytes.
  case memory

  /// The limits with their values, such as `pids.max of the control group, 3`.
  public var limits: [String] { Machine.current.limits(of: self) }

  /// Returns true if the system grants an amount at once, beside what is in use.
  ///
  /// All that was taken for the answer is given back on return.
  public func isAvailable(_ amount: Int) -> Bool {
    switch self {
    case .threads: Self.startsThreads(amount)
    case .descriptors: Self.opensDescriptors(amount)
    case .memory: Self.mapsMemory(amount)
    }
  }

  /// False if the process has a limit of memory and has come near to it.
  ///
  /// The runtime ends the process by a signal if it gets no memory for an object, and the dispatch library waits for ever
  /// for the stack of a thread, so the buffers of models leave some to them.
  static var leavesMemory: Bool { !isMemoryLimited || memory.isAvailable(24 << 20) }

  private static let isMemoryLimited = !memory.limits.isEmpty

  /// Gives threads stacks of a size by default, unless theirs are larger.
  ///
  /// The default is the limit of the first thread's stack (`ulimit -s`), which may be too small for any work.
  ///
  /// - Parameter byteCount: The size in bytes.
  public static func reserveStacks(of byteCount: Int) {
    #if os(Linux)
      // An extension of the C libraries, which Swift's modules of them do not have.
      typealias SetDefault = @convention(c) (UnsafeMutablePointer<pthread_attr_t>) -> Int32
      guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "pthread_setattr_default_np") else { return }
      let setDefault = unsafe unsafeBitCast(symbol, to: SetDefault.self)
      unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
        guard let attributes = attributes.baseAddress, unsafe pthread_attr_init(attributes) == 0 else { return }
        defer { unsafe pthread_attr_destroy(attributes) }
        var size = 0
        // New attributes have the default.
        guard unsafe pthread_attr_getstacksize(attributes, &size) == 0, size < byteCount,
          unsafe pthread_attr_setstacksize(attributes, byteCount) == 0
        else { return }
        _ = unsafe setDefault(attributes)
      }
    #endif
  }
}

extension ProcessResource {
  /// Opens pipes until the system refuses one.
  private static func opensDescriptors(_ count: Int) -> Bool {
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    while open.count < count {
      var ends: (Int32, Int32) = (-1, -1)
      let status = unsafe withUnsafeMutableBytes(of: &ends) { ends in
        unsafe pipe(ends.assumingMemoryBound(to: Int32.self).baseAddress)
      }
      guard status == 0 else { return false }
      open += [ends.0, ends.1]
    }
    return true
  }

  /// Maps memory without writing to it.
  private static func mapsMemory(_ byteCount: Int) -> Bool {
    guard byteCount > 0 else { return true }
    let address = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { return false }
    unsafe munmap(address, byteCount)
    return true
  }

  /// Starts threads until the system refuses one; all have ended on return.
  private static func startsThreads(_ count: Int) -> Bool {
    #if os(Linux) || os(Android)
      let gate = EventCount()
      var threads: [pthread_t] = []
      while threads.count < count, let thread = start(waitingFor: gate) { threads.append(thread) }
      gate.advance()
      for thread in threads { pthread_join(thread, nil) }
      return threads.count >= count
    #else
      return true
    #endif
  }

  #if os(Linux) || os(Android)
    /// Starts a thread that waits; nil if the system refuses it.
    private static func start(waitingFor gate: EventCount) -> pthread_t? {
      var thread = pthread_t()
      // Released by the thread.
      let entry = unsafe Unmanaged.passRetained(gate)
      let status = unsafe pthread_create(
        &thread, nil,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<EventCount>.fromOpaque(argument).takeRetainedValue().wait(while: 0)
          }
          return nil
        }, entry.toOpaque())
      guard status == 0 else {
        unsafe entry.release()
        return nil
      }
      return thread
    }
  #endif
}

extension Machine {
  /// The limits of a resource: those of control groups, of the user and of the process.
  func limits(of resource: ProcessResource) -> [String] {
    switch resource {
    case .threads:
      // Their stacks take memory.
      (groups.threadLimit.map { ["pids.max of the control group, \($0)"] } ?? [])
        + limits([("Max processes", "RLIMIT_NPROC (ulimit -u)")]) + limits(of: .memory)
    case .descriptors: limits([("Max open files", "RLIMIT_NOFILE (ulimit -n)")])
    case .memory:
      limits([("Max address space", "RLIMIT_AS (ulimit -v)"), ("Max data size", "RLIMIT_DATA (ulimit -d)")])
    }
  }

  /// The soft limits of this process that are numbers.
  private func limits(_ names: [(key: String, text: String)]) -> [String] {
    names.compactMap { name in
      let words = files.value(name.key, in: "/proc/self/limits")?.split(separator: " ")
      guard let words, let number = words.first.flatMap({ Int($0) }) else { return nil }
      return "\(name.text), \(number)" + (words.last == "bytes" ? " bytes" : "")
    }
  }
}
