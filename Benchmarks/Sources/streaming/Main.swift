import Foundation
import Options
import Swiftlet

@main
struct Streaming {
  static let help = """
    usage: streaming [--fragments LIST] [--repetitions N] [--limits]

    Measures the cost of streaming per fragment of the response, in microseconds. The model sends all fragments at once.
    One reader consumes the snapshots as fast as possible, another waits a millisecond after each. The cost per fragment
    must not depend on the number of previous fragments.

      --fragments LIST    numbers of fragments; default: 1000,2000,4000,8000,16000
      --repetitions N     number of measurements, of which the best counts; default: 5
      --limits            exit with status 1 if the cost per fragment in the longest responses is more than 1.3 times
                          that of the shortest, or more than 3 microseconds for text and 10 for values
    """

  static func main() async {
    await Program.run(help) { words in
      var counts = [1000, 2000, 4000, 8000, 16_000]
      var repetitions = 5
      var hasLimits = false
      while let word = words.next() {
        switch word {
        case "--fragments":
          let list = try words.text(word)
          counts = list.split(separator: ",").compactMap { Int($0) }.filter { (500...1_000_000).contains($0) }
          guard counts.count == list.split(separator: ",").count, !counts.isEmpty else {
            throw UsageError(argument: word, reason: "found \(list), expected integers from 500 to 1000000")
          }
        case "--repetitions": repetitions = try words.integer(word, in: 1...100)
        case "--limits": hasLimits = true
        default: throw UsageError(argument: try words.operand(word), reason: "unexpected argument")
        }
      }
      let isWithin = try await report(counts, repetitions)
      return isWithin || !hasLimits
    }
  }

  /// Prints a row per answer and reader; returns true if all are within their limits.
  static func report(_ counts: [Int], _ repetitions: Int) async throws -> Bool {
    var isWithin = true
    print(
      pad("answer", 12, left: true), pad("reader", 6, left: true),
      counts.map { pad("\($0)", 8) }.joined(separator: " "),
      pad("ratio", 6), pad("snapshots", 10))
    for answer in Answer.allCases {
      for isSlow in [false, true] {
        var times: [Double] = []
        var snapshots = 0
        for count in counts {
          var best = Double.infinity
          for _ in 0..<repetitions {
            let run = try await measure(answer, count, isSlow: isSlow)
            best = min(best, run.microseconds)
            snapshots = run.snapshots
          }
          times.append(best)
        }
        guard let first = times.first, let last = times.last else { continue }
        isWithin = isWithin && last <= 1.3 * first && last <= answer.limit
        print(
          pad(answer.title, 12, left: true), pad(isSlow ? "slow" : "fast", 6, left: true),
          times.map { pad(String(format: "%.2f", $0), 8) }.joined(separator: " "),
          pad(String(format: "%.2f", last / first), 6), pad("\(snapshots)", 10))
      }
    }
    print(
      """

      Microseconds per fragment, including the session: elapsed time for a fast reader, processor time of the process
      for a slow one. Snapshots are those of the longest answer.
      """)
    return isWithin
  }

  static func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + space : space + text
  }

  /// Measures one complete answer.
  static func measure(
    _ answer: Answer, _ count: Int, isSlow: Bool
  ) async throws -> (microseconds: Double, snapshots: Int) {
    let session = LanguageModelSession(model: FragmentModel(fragments: answer.fragments(count)))
    return switch answer {
    case .text: try await read(session.streamResponse(to: "x"), count, isSlow)
    case .integers: try await read(session.streamResponse(to: "x", generating: [Int].self), count, isSlow)
    case .structure: try await read(session.streamResponse(to: "x", generating: Record.self), count, isSlow)
    case .structures: try await read(session.streamResponse(to: "x", generating: [Person].self), count, isSlow)
    }
  }

  static func read<Content>(
    _ stream: sending LanguageModelSession.ResponseStream<Content>, _ count: Int, _ isSlow: Bool
  ) async throws -> (microseconds: Double, snapshots: Int) {
    var snapshots = 0
    let processor = clock()
    let start = ContinuousClock.now
    for try await snapshot in stream {
      snapshots += 1
      withExtendedLifetime(snapshot) {}
      if isSlow { try await Task.sleep(for: .milliseconds(1)) }
    }
    // For the slow reader, waiting must not count.
    let microseconds =
      isSlow ? Double(clock() - processor) * 1e6 / Double(CLOCKS_PER_SEC) : (.now - start) / .microseconds(1)
    return (microseconds / Double(count), snapshots)
  }
}
