import Testing

@testable import swiftlet_cli

/// The refusal of a process that may have too few threads.
@Suite struct ThreadRequirementTests {
  @Test(arguments: [("respond", 5), ("serve", 8), (nil, 5)]) func aShortageNamesNeedAndLimits(
    _ name: String?, _ count: Int
  ) throws {
    let requirement = ThreadRequirement(ofCommand: name)
    // The main thread runs already.
    try requirement.check { $0 == count - 1 }
    let error = #expect(throws: ThreadShortage.self) {
      try requirement.check(limits: ["pids.max of the control group, 3"]) { _ in false }
    }
    #expect(
      error?.description == "the system refuses to start threads, expected room for \(count); "
        + "found pids.max of the control group, 3")
  }
}
