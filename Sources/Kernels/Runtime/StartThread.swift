#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Starts a detached thread that runs `body`, and returns whether the system could create it.
@discardableResult
public func startThread(_ body: sending @escaping () -> Void) -> Bool {
  let entry = unsafe Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    // The same stack size as on Linux; the default is 512 KiB.
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { unsafe pthread_attr_destroy(&attributes) }
    var thread: pthread_t?
    unsafe pthread_create(
      &thread, &attributes,
      { argument in
        // The argument is optional in some SDK releases.
        if let argument = unsafe argument as UnsafeMutableRawPointer? {
          unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, entry.toOpaque())
    guard let thread = unsafe thread else {
      unsafe entry.release()
      return false
    }
    unsafe pthread_detach(thread)
    return true
  #else
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, entry.toOpaque())
    guard status == 0 else {
      unsafe entry.release()
      return false
    }
    pthread_detach(thread)
    return true
  #endif
}

private final class ThreadBody {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}
