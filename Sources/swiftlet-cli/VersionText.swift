import Swiftlet
import SwiftletBuildInformation
import SwiftletKernels

/// The output of `swiftlet --version`.
enum VersionText {
  /// The version, the commit that was built, and the instruction set of the kernels that this processor gets.
  static var line: String {
    let details = [BuildInformation.commit, InstructionSet.chosen.rawValue].filter { !$0.isEmpty }
    return "swiftlet \(LibraryVersion.number) (\(details.joined(separator: ", ")))\n"
  }

  /// The name of this program for servers.
  static var userAgent: String { "swiftlet/\(LibraryVersion.number)" }
}
