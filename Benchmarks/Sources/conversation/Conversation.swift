import Foundation
import Options
import Swiftlet

/// Holds a conversation with tools in a session, and checks that each turn calls its tool once and uses the result.
@main
struct Conversation {
  static let help = """
    usage: conversation MODEL [--runs N]

    Holds a conversation of three turns, each of which needs one tool, with the model in a file. Prints the calls and
    answers of the first run, and for each turn how often the model called the right tool once, with the right
    arguments, and used what it returned. Run 1 is greedy, the others have the temperature 0.7 and a seed.

      --runs N    number of conversations; default: 10
    """

  static func main() async {
    await Program.run(help) { words in
      var runs = 10
      var path: String?
      while let word = words.next() {
        switch word {
        case "--runs": runs = try words.integer(word, in: 1...1000)
        default: path = try words.operand(word)
        }
      }
      guard let path else { throw UsageError(argument: "MODEL", reason: "missing") }
      let model = try GGUFLanguageModel(contentsOf: URL(filePath: path))
      var right = Array(repeating: Outcome(), count: Turn.all.count)
      for run in 0..<runs {
        for (index, outcome) in try await hold(with: model, seed: run == 0 ? nil : UInt64(run)).enumerated() {
          right[index] += outcome
        }
      }
      print("\none call  arguments  result used  turn")
      for (turn, outcome) in zip(Turn.all, right) {
        let counts = [outcome.oneCall, outcome.arguments, outcome.used]
        let cells = zip(counts, [8, 9, 11]).map { count, width in
          let text = "\(count)/\(runs)"
          return String(repeating: " ", count: max(0, width - text.count)) + text
        }
        print((cells + [turn.prompt]).joined(separator: "  "))
      }
      return true
    }
  }

  /// Holds one conversation.
  private static func hold(with model: GGUFLanguageModel, seed: UInt64?) async throws -> [Outcome] {
    let session = LanguageModelSession(
      model: model, tools: [UserByNumber(), CurrentTime(), Stock()],
      instructions: "Answer questions with the functions.")
    let options = GenerationOptions(
      samplingMode: seed.map { .random(top: 40, seed: $0) } ?? .greedy, temperature: seed == nil ? nil : 0.7,
      maximumResponseTokens: 200)
    var outcomes: [Outcome] = []
    for turn in Turn.all {
      let before = session.transcript.endIndex
      let answer: String
      do { answer = try await session.respond(to: turn.prompt, options: options).content } catch { answer = "\(error)" }
      let calls = session.transcript[min(before, session.transcript.endIndex)...].flatMap { entry in
        if case .toolCalls(let calls) = entry { Array(calls) } else { [Transcript.ToolCall]() }
      }
      if seed == nil {
        print("> " + turn.prompt)
        for call in calls { print("  calls \(call.toolName) \(call.arguments.jsonString)") }
        print("  " + answer)
      }
      let isRight = calls.count == 1 && calls[0].toolName == turn.tool
      outcomes.append(
        Outcome(
          oneCall: isRight ? 1 : 0,
          arguments: isRight && calls[0].arguments.jsonString.contains(turn.argument) ? 1 : 0,
          used: turn.facts.contains { answer.contains($0) } ? 1 : 0))
    }
    return outcomes
  }

  /// The number of conversations in which a turn was right.
  private struct Outcome {
    var oneCall = 0
    var arguments = 0
    var used = 0

    static func += (left: inout Outcome, right: Outcome) {
      left.oneCall += right.oneCall
      left.arguments += right.arguments
      left.used += right.used
    }
  }
}

/// A turn with the tool that it needs, a part of the arguments, and texts of which the answer has to have one.
private struct Turn {
  var prompt: String
  var tool: String
  var argument: String
  var facts: [String]

  static let all = [
    Turn(prompt: "Find the user with the number 77.", tool: "get_user", argument: "77", facts: ["Ottoline"]),
    Turn(
      prompt: "Look up the stock of red bicycles.", tool: "stock", argument: "bicycle", facts: ["23", "twenty-three"]),
    Turn(
      prompt: "Use current_time to get the time in Lisbon.", tool: "current_time", argument: "Lisbo",
      facts: ["16:42", "4:42"]),
  ]
}

private struct UserByNumber: Tool {
  let name = "get_user"
  let description = "Returns the user with a number."

  @Generable struct Arguments {
    @Guide(description: "The number of the user") var number: Int
  }

  func call(arguments: Arguments) async throws -> String {
    arguments.number == 77 ? "Ottoline Brandt, member since 2019" : "There is no such user."
  }
}

private struct CurrentTime: Tool {
  let name = "current_time"
  let description = "Returns the current time in a city."

  @Generable struct Arguments {
    @Guide(description: "The name of the city") var city: String
  }

  func call(arguments: Arguments) async throws -> String { "It is 16:42 in \(arguments.city)." }
}

private struct Stock: Tool {
  let name = "stock"
  let description = "Returns how many pieces of an article are in stock."

  @Generable struct Arguments {
    @Guide(description: "The article") var article: String
  }

  func call(arguments: Arguments) async throws -> String { "23 pieces of \(arguments.article) are in stock." }
}
