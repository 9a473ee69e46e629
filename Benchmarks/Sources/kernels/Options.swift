import Options
import SwiftletKernels

/// What the command line asks for.
struct KernelsOptions {
  /// The parts of the report.
  enum Part: String, CaseIterable { case limits, placement, matrices, attention, rows, blas }

  var parts = Part.allCases
  var instructionSets = InstructionSet.available
  var formats = PackedFormat.allCases
  var threads = Processors.physicalCount
  var isQuick = false
  /// Nothing but the speed of memory is measured and printed.
  var isBandwidthAlone = false

  static let help = """
    Measures the kernels against the limits of the machine.

    usage: kernels [--isa NAME] [--format NAME] [--threads N] [--part NAME] [--quick]

      --isa NAME     one instruction set: \(InstructionSet.available.map(\.rawValue).joined(separator: ", "))
      --format NAME  one packed format: \(PackedFormat.allCases.map(\.rawValue).joined(separator: ", "))
      --threads N    the number of threads; default: physical cores
      --part NAME    one part: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); limits come with each
      --quick        fewer repetitions and sizes
      --bandwidth    prints how many GB/s all threads read from memory, and nothing else
    """

  init(_ words: inout Words) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--isa": instructionSets = [try words.choice(word, among: InstructionSet.available)]
      case "--format": formats = [try words.choice(word, among: PackedFormat.allCases)]
      case "--part": parts = [try words.choice(word, among: Part.allCases)]
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--quick": isQuick = true
      case "--bandwidth": isBandwidthAlone = true
      default: throw UsageError(what: word, why: "there is no such option")
      }
    }
  }
}
