import SwiftletKernels
import Testing

@testable import swiftlet_cli

/// The refusal of a process that may have too few threads, descriptors, or too little memory.
@Suite struct ProcessRequirementTests {
  @Test(arguments: [("respond", 5), ("serve", 8), (nil, 5)]) func aShortageNamesNeedAndLimits(
    _ name: String?, _ count: Int
  ) throws {
    let requirement = ProcessRequirement(ofCommand: name)
    // The main thread runs already.
    try requirement.check(limits: { _ in [] }) { $0 != .threads || $1 == count - 1 }
    let error = #expect(throws: ResourceShortage.self) {
      try requirement.check(limits: { _ in ["pids.max of the control group, 3"] }) { resource, _ in resource != .threads
      }
    }
    #expect(
      error?.description == "the system refuses to start threads, expected room for \(count); "
        + "found pids.max of the control group, 3")
  }

  @Test(arguments: [
    (ProcessResource.descriptors, "to open files, expected room for 16"),
    (.memory, "to give memory, expected room for 8 MB beside that of a model"),
  ]) func eachResourceIsNamed(_ resource: ProcessResource, _ text: String) {
    let error = #expect(throws: ResourceShortage.self) {
      try ProcessRequirement(ofCommand: "respond").check(limits: { _ in [] }) { asked, _ in asked != resource }
    }
    #expect(error?.description == "the system refuses \(text); found a limit of the system")
  }

  #if os(Linux)
    @Test(arguments: [4, 6]) func aLimitOfDescriptorsIsNamed(_ count: Int) throws {
      // Within the limit, the shell itself could not redirect its input.
      let result = try CommandLineTool.shell("exec </dev/null; ulimit -n \(count) && exec \"$SWIFTLET\" tokenize")
      #expect(
        result.status == 1
          && result.errors == "swiftlet: tokenize: the system refuses to open files, expected room for 16; "
            + "found RLIMIT_NOFILE (ulimit -n), \(count)\n"
      )
    }
  #endif
}
