import SwiftletKernels

/// The number of threads without which a command cannot run.
///
/// Swift's dispatch library tries for ever to start a thread that the system refuses, so a lack of them has to be found
/// before the first task.
struct ThreadRequirement: Equatable {
  /// The number of threads, the main one included.
  let count: Int

  /// Creates the requirement of a command: a server waits for connections and answers them at the same time.
  init(ofCommand name: String?) { count = name == "serve" ? 8 : 5 }

  /// Throws if the threads cannot be started.
  ///
  /// - Parameters:
  ///   - limits: The limits that the message names.
  ///   - isEnough: Returns true if a number of threads beside the main one can be started.
  /// - Throws: ``ThreadShortage``.
  func check(
    limits: @autoclosure () -> [String] = ThreadRoom.limits, isEnough: (Int) -> Bool = ThreadRoom.isEnough
  ) throws(ThreadShortage) {
    guard !isEnough(count - 1) else { return }
    throw ThreadShortage(count: count, limits: limits())
  }
}

/// The error of a process that may have too few threads.
struct ThreadShortage: Error, Equatable, CustomStringConvertible {
  /// The number of threads that the command needs.
  let count: Int
  /// The limits with their values.
  let limits: [String]

  var description: String {
    let found = limits.isEmpty ? "a limit of the system" : limits.joined(separator: "; ")
    return "the system refuses to start threads, expected room for \(count); found \(found)"
  }
}
