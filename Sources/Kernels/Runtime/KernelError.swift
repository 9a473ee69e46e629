public import SwiftletGGUF

/// An error in allocating or creating the operands of kernels.
public enum KernelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system could not allocate memory.
  case outOfMemory(bytes: Int, purpose: String)
  /// A memory limit would be exceeded.
  case limitReached(bytes: Int, limit: Int, purpose: String)
  /// The type of a tensor has no kernels.
  case unsupportedType(tensor: String, found: String, supported: [String])
  /// A tensor of the file has a weight that is NaN or infinite.
  case file(GGUFError)
  /// The system could not create a thread.
  case noThread

  /// A one-line description of what was found and what was expected.
  public var description: String {
    switch self {
    case .outOfMemory(let bytes, let purpose):
      "out of memory: the system refused \(bytes) bytes for \(purpose)"
    case .limitReached(let bytes, let limit, let purpose):
      "\(purpose): found a need of \(bytes) bytes, expected at most \(limit)"
    case .unsupportedType(let tensor, let found, let supported):
      "tensor \(tensor): found type \(found), expected one of \(supported.joined(separator: ", "))"
    case .file(let error):
      error.description
    case .noThread:
      "the system refused to start a thread, expected room for one more"
    }
  }
}
