import SwiftletKernels

/// The threads, descriptors and memory without which a command cannot run.
///
/// Swift's dispatch library tries for ever to start a thread that the system refuses, and ends the process by a signal if
/// it has no descriptor or memory, so a lack of them has to be found before the first task.
struct ProcessRequirement: Equatable {
  /// The number of threads, the main one included.
  let threads: Int
  /// The number of file descriptors beside those that are open.
  let descriptors: Int
  /// The memory in bytes beside the stacks of threads, without that of a model.
  let bytes = 8 << 20

  /// The smallest stack of a thread in bytes, as the C library has where there is no limit.
  static let stackBytes = 2 << 20

  /// Creates the requirement of a command: a server waits for connections and answers them at the same time.
  init(ofCommand name: String?) { (threads, descriptors) = name == "serve" ? (8, 64) : (5, 16) }

  /// Throws if one of the resources cannot be had.
  ///
  /// - Parameters:
  ///   - limits: The limits that the message names.
  ///   - isAvailable: Returns true if an amount of a resource can be had beside what is in use.
  /// - Throws: ``ResourceShortage``.
  func check(
    limits: (ProcessResource) -> [String] = \.limits,
    isAvailable: (ProcessResource, Int) -> Bool = { $0.isAvailable($1) }
  ) throws(ResourceShortage) {
    // The main thread runs already.
    let amounts: [(ProcessResource, Int)] = [(.descriptors, descriptors), (.memory, bytes), (.threads, threads - 1)]
    for (resource, amount) in amounts where !isAvailable(resource, amount) {
      throw ResourceShortage(requirement: self, resource: resource, limits: limits(resource))
    }
  }
}

/// The error of a process that may have too little of a resource.
struct ResourceShortage: Error, Equatable, CustomStringConvertible {
  /// The requirement of the command.
  let requirement: ProcessRequirement
  /// The resource that the system refuses.
  let resource: ProcessResource
  /// The limits with their values.
  let limits: [String]

  var description: String {
    let need =
      switch resource {
      case .threads: "start threads, expected room for \(requirement.threads)"
      case .descriptors: "open files, expected room for \(requirement.descriptors)"
      case .memory: "give memory, expected room for \(requirement.bytes >> 20) MB beside that of a model"
      }
    let found = limits.isEmpty ? "a limit of the system" : limits.joined(separator: "; ")
    return "the system refuses to \(need); found \(found)"
  }
}
