/// Why a kernel's operands cannot be made.
public enum KernelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system refused memory.
  case outOfMemory(bytes: Int, purpose: String)
  /// More memory is asked for than is allowed.
  case limitReached(bytes: Int, limit: Int, purpose: String)
  /// There is no kernel for a tensor's type.
  case unsupportedType(tensor: String, found: String, supported: [String])

  /// The system refused a thread.
  case noThread

  /// One line that says what, and what was expected.
  public var description: String {
    switch self {
    case .outOfMemory(let bytes, let purpose):
      "out of memory: the system refused \(bytes) bytes for \(purpose)"
    case .limitReached(let bytes, let limit, let purpose):
      "\(purpose): found a need of \(bytes) bytes, expected at most \(limit)"
    case .unsupportedType(let tensor, let found, let supported):
      "tensor \(tensor): found type \(found), expected one of \(supported.joined(separator: ", "))"
    case .noThread:
      "the system refused to start a thread, expected room for one more"
    }
  }
}
