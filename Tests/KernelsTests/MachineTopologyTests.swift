import Testing

@testable import SwiftletKernels

/// Cores, their speeds and nodes, in folders with the files of machines.
@Suite struct MachineTopologyTests {
  @Test func hardwareThreadsShareACore() throws {
    var processors = FakeProcessors()
    processors.add(cores: 4, threads: 2)
    let machine = try FakeSystem(processors.all).machine()
    #expect(machine.topology.cores.map(\.processors) == [[0, 1], [2, 3], [4, 5], [6, 7]])
    #expect(machine.threadCount == 4)
    // Two cores and a half are allowed.
    let part = try FakeSystem(processors.all).machine(affinity: [0, 1, 2, 3, 6])
    #expect(part.topology.cores.map(\.processors) == [[0, 1], [2, 3], [6]])
    #expect(part.threadCount == 3)
  }

  /// Six fast cores with two hardware threads, and eight slow ones: two lists of processors for performance counters.
  @Test func hybridProcessorsByTheirKinds() throws {
    var processors = FakeProcessors()
    processors.add(cores: 6, threads: 2, frequency: 4_900_000)
    processors.add(cores: 8, frequency: 3_700_000)
    var files = processors.all
    files["/sys/devices/cpu_core/cpus"] = "0-11\n"
    files["/sys/devices/cpu_atom/cpus"] = "12-19\n"
    let machine = try FakeSystem(files).machine()
    #expect(machine.topology.cores.count == 14)
    #expect(machine.topology.fastCores.flatMap(\.processors) == Array(0...11))
    #expect(machine.threadCount == 6)
    // A process that may run on slow cores only uses all of them.
    #expect(try FakeSystem(files).machine(affinity: Array(12...19)).threadCount == 8)
  }

  /// Big and little cores of Arm, by their capacities: one prime, three big, four little.
  @Test func hybridProcessorsByTheirCapacities() throws {
    var processors = FakeProcessors()
    processors.add(cores: 4, capacity: 325)
    processors.add(cores: 3, capacity: 870)
    processors.add(cores: 1, capacity: 1024)
    #expect(try FakeSystem(processors.all).machine().topology.fastCores.flatMap(\.processors) == [4, 5, 6, 7])
  }

  /// Compact cores of AMD, by their frequencies; and favoured cores, which are only a little faster.
  @Test func hybridProcessorsByTheirFrequencies() throws {
    var hybrid = FakeProcessors()
    hybrid.add(cores: 4, threads: 2, frequency: 5_100_000)
    hybrid.add(cores: 8, threads: 2, frequency: 3_300_000)
    #expect(try FakeSystem(hybrid.all).machine().threadCount == 4)
    var favoured = FakeProcessors()
    favoured.add(cores: 2, threads: 2, frequency: 5_800_000)
    favoured.add(cores: 6, threads: 2, frequency: 5_400_000)
    #expect(try FakeSystem(favoured.all).machine().threadCount == 8)
  }

  /// 192 cores with two hardware threads on two sockets: 384 processors.
  @Test func nodesOfTwoSockets() throws {
    var processors = FakeProcessors()
    processors.add(cores: 96, threads: 2, node: 0)
    processors.add(cores: 96, threads: 2, node: 1)
    let machine = try FakeSystem(processors.all).machine()
    #expect(machine.threadCount == 192)
    #expect(Dictionary(grouping: machine.topology.cores, by: \.node).mapValues(\.count) == [0: 96, 1: 96])
    #expect(machine.topology.cores.last == .init(processors: [382, 383], speed: 1, node: 1))
  }

  @Test func withoutFilesAProcessorIsACore() throws {
    let system = try FakeSystem([:])
    #expect(system.machine().topology.cores.isEmpty)
    #expect(system.machine().threadCount == 1)
    #expect(system.machine(affinity: [2, 3, 70]).threadCount == 3)
    #expect(system.machine(affinity: [2, 3, 70]).topology.fastCores.count == 3)
  }

  @Test func aProcessorThatIsOffLineHasNoThread() throws {
    var processors = FakeProcessors()
    processors.add(cores: 4)
    var files = processors.all
    files["/sys/devices/system/cpu/online"] = "0-1,3\n"
    #expect(try FakeSystem(files).machine(affinity: [0, 1, 2, 3]).topology.cores.map(\.processors) == [[0], [1], [3]])
  }

  @Test func malformedFilesReadAsMissing() throws {
    var processors = FakeProcessors()
    processors.add(cores: 2)
    var files = processors.all
    files["/sys/devices/system/cpu/online"] = "0-999999999999\n"
    files["/sys/devices/system/cpu/cpu0/topology/thread_siblings_list"] = "1-\n"
    files["/sys/devices/system/cpu/cpu1/topology/thread_siblings_list"] = ""
    files["/sys/devices/system/node/online"] = "x\n"
    files["/sys/devices/cpu_core/cpus"] = "\n"
    files["/sys/devices/system/cpu/cpu0/cpu_capacity"] = "much\n"
    #expect(try FakeSystem(files).machine().threadCount == 2)
  }

  @Test(
    arguments: [
      ("0", [0]), ("0-3\n", [0, 1, 2, 3]), ("0-1,8,10-11\n", [0, 1, 8, 10, 11]), ("", []), ("\n", []),
      ("1-", nil), ("-1", nil), ("3-1", nil), ("0-65536", nil), ("a", nil), ("0-1-2", nil),
      ("99999999999999999999", nil),
    ] as [(String, [Int]?)])
  func listsOfProcessors(_ text: String, _ expected: [Int]?) {
    #expect(SystemFiles.numbers(inList: text) == expected)
  }

  /// The system call fails with masks that have fewer bits than the machine can have processors.
  @Test(arguments: [128, 256, 1024]) func masksGrowToTheSizeOfTheMachine(_ needed: Int) {
    var sizes: [Int] = []
    let processors = ProcessorAffinity.read { mask in
      sizes.append(mask.count)
      guard mask.count >= needed else { return .tooShort }
      mask[0] = 0b101
      mask[needed - 1] = 0b1000_0000
      return .success
    }
    #expect(processors == [0, 2, needed * 8 - 1])
    #expect(sizes.last == needed)
    #expect(ProcessorAffinity.read { _ in .tooShort } == nil)
    #expect(ProcessorAffinity.read { _ in .failure } == nil)
  }

  @Test func masksHaveWholeWords() {
    #expect(ProcessorAffinity.mask(of: [0, 9]) == [1, 2, 0, 0, 0, 0, 0, 0])
    let wide = ProcessorAffinity.mask(of: [1100])
    #expect(wide.count == 144 && wide[137] == 1 << 4)
  }

  #if os(Linux)
    @Test func thisMachineHasProcessors() throws {
      let affinity = try #require(ProcessorAffinity.current)
      #expect(!affinity.isEmpty)
      // The mask and the list of the same thread are two ways of the kernel to say the same.
      let listed = SystemFiles.current.value("Cpus_allowed_list", in: "/proc/thread-self/status")
      if let listed { #expect(SystemFiles.numbers(inList: listed) == affinity) }
      #expect((1...affinity.count).contains(Processors.physicalCount))
      #expect((1...Processors.physicalCount).contains(Processors.threadCount))
    }
  #endif
}
