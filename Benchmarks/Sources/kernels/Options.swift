import SwiftletKernels

/// What the command line asks for.
struct Options {
  /// The parts of the report.
  enum Part: String, CaseIterable { case limits, matrices, attention, rows, blas }

  var parts = Part.allCases
  var instructionSets = InstructionSet.available
  var formats = PackedFormat.allCases
  var threads = Processors.physicalCount
  var isQuick = false
  var wantsHelp = false

  static let help = """
    Measures the kernels against the limits of the machine.

    usage: kernels [--isa NAME] [--format NAME] [--threads N] [--part NAME] [--quick]

      --isa NAME     one instruction set: \(InstructionSet.available.map(\.rawValue).joined(separator: ", "))
      --format NAME  one packed format: \(PackedFormat.allCases.map(\.rawValue).joined(separator: ", "))
      --threads N    the number of threads; default: physical cores
      --part NAME    one part: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); limits come with each
      --quick        fewer repetitions and sizes
    """

  /// Reads the words of a command line.
  init(_ words: some Sequence<String>) throws(BenchmarkError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--isa": instructionSets = [try Self.choice(word, words.next(), among: InstructionSet.available)]
      case "--format": formats = [try Self.choice(word, words.next(), among: PackedFormat.allCases)]
      case "--part": parts = [try Self.choice(word, words.next(), among: Part.allCases)]
      case "--threads":
        let text = words.next()
        guard let number = text.flatMap({ Int($0) }), (1...1024).contains(number) else {
          throw .usage(what: word, why: "found \(text ?? "nothing"), expected an integer from 1 to 1024")
        }
        threads = number
      case "--quick": isQuick = true
      case "--help": wantsHelp = true
      default: throw .usage(what: word, why: "unknown; see --help")
      }
    }
  }

  private static func choice<Choice: RawRepresentable>(
    _ name: String, _ text: String?, among choices: [Choice]
  ) throws(BenchmarkError) -> Choice where Choice.RawValue == String {
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      let all = choices.map(\.rawValue).joined(separator: ", ")
      throw .usage(what: name, why: "found \(text ?? "nothing"), expected one of \(all)")
    }
    return choice
  }
}
