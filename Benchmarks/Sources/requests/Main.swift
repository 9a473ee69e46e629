import Options
import Swiftlet

/// Measures the overhead of session requests.
@main
struct Requests {
  static let help = """
    usage: requests [--rounds N]

    Measures the duration of requests in microseconds: a new session with the default model, a short prompt and an
    answer of one token. The model's computation is a small and constant part, so that two commits can be compared.

      --rounds N    number of measured requests per kind; default: 300
    """

  static func main() async {
    await Program.run(help) { words in
      var rounds = 300
      while let word = words.next() {
        switch word {
        case "--rounds": rounds = try words.integer(word, in: 1...1_000_000)
        default: throw UsageError(argument: try words.operand(word), reason: "unexpected argument")
        }
      }
      print("request         median      best")
      for kind in Kind.allCases {
        let times = try await measure(kind, rounds).sorted()
        print(pad(kind.rawValue, 12, left: true), pad("\(times[times.count / 2])", 9), pad("\(times[0])", 9))
      }
      return true
    }
  }

  /// The kinds of requests.
  enum Kind: String, CaseIterable {
    case text, stream, value, tools, history

    private static let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 1)

    /// Creates a session; not part of the measurement.
    func session() -> LanguageModelSession {
      switch self {
      case .text, .stream, .value: LanguageModelSession(instructions: "Be brief.")
      case .tools: LanguageModelSession(tools: [Weather(), Clock()], instructions: "Be brief.")
      case .history: LanguageModelSession(transcript: Self.transcript)
      }
    }

    /// Runs the request in a session.
    func run(_ session: LanguageModelSession) async throws {
      switch self {
      case .text, .tools, .history: _ = try await session.respond(to: "Hello", options: Self.options)
      case .stream: for try await _ in session.streamResponse(to: "Hello", options: Self.options) {}
      case .value: _ = try await session.respond(to: "Hello", generating: Bool.self, options: Self.options)
      }
    }

    private static let transcript = Transcript(
      entries: (0..<20).flatMap { turn in
        [
          .prompt(Transcript.Prompt(segments: [.text(.init(content: "Tell me about \(turn)."))])),
          .response(Transcript.Response(assetIDs: [], segments: [.text(.init(content: "It is a number."))])),
        ] as [Transcript.Entry]
      })
  }

  /// Measures requests of a kind in microseconds, after some warm-up requests.
  static func measure(_ kind: Kind, _ rounds: Int) async throws -> [Int] {
    var times: [Int] = []
    for round in -5..<rounds {
      let session = kind.session()
      let start = ContinuousClock.now
      try await kind.run(session)
      let time = Int((.now - start) / .microseconds(1))
      if round >= 0 { times.append(time) }
    }
    return times
  }

  static func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + space : space + text
  }
}

/// A tool with arguments, never called.
struct Weather: Tool {
  let description = "Tells the weather in a city."

  @Generable
  struct Arguments {
    @Guide(description: "The city")
    var city: String
    @Guide(description: "How many days", .range(1...7))
    var days: Int
  }

  func call(arguments: Arguments) async throws -> String { "sunny" }
}

/// A second tool, never called.
struct Clock: Tool {
  let description = "Tells the time in a zone."

  @Generable
  struct Arguments {
    @Guide(description: "The zone")
    var zone: String
  }

  func call(arguments: Arguments) async throws -> String { "noon" }
}
