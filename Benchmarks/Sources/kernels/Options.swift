import Options
import SwiftletKernels

/// The parsed command line.
struct KernelsOptions {
  /// The parts of the report.
  enum Part: String, CaseIterable { case limits, placement, matrices, attention, rows, blas }

  var parts = Part.allCases
  var instructionSets = InstructionSet.available
  var formats = PackedFormat.allCases
  var threads = Processors.threadCount
  var isQuick = false
  /// True to measure and print the memory bandwidth only.
  var isBandwidthAlone = false

  static let help = """
    Measures the kernels against the limits of the machine.

    usage: kernels [--isa NAME] [--format NAME] [--threads N] [--part NAME] [--quick]

      --isa NAME     run one instruction set: \(InstructionSet.available.map(\.rawValue).joined(separator: ", "))
      --format NAME  run one packed format: \(PackedFormat.allCases.map(\.rawValue).joined(separator: ", "))
      --threads N    the number of threads; default: physical cores
      --part NAME    run one part: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); limits are always measured
      --quick        fewer repetitions and sizes
      --bandwidth    print the memory bandwidth of all threads in GB/s only
    """

  init(_ words: inout ArgumentReader) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--isa": instructionSets = [try words.choice(word, among: InstructionSet.available)]
      case "--format": formats = [try words.choice(word, among: PackedFormat.allCases)]
      case "--part": parts = [try words.choice(word, among: Part.allCases)]
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--quick": isQuick = true
      case "--bandwidth": isBandwidthAlone = true
      default: throw UsageError(argument: word, reason: "unknown option")
      }
    }
  }
}
