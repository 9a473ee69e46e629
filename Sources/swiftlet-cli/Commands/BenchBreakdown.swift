import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

/// The benchmark of `bench --breakdown`: sessions whose answers are measured token by token.
struct BreakdownRunner {
  /// The sampling of a test.
  private enum Sampling: String, CaseIterable {
    case standard = "default", greedy
  }

  private let model: GGUFLanguageModel
  private let trace: EngineTrace
  private let schema: GenerationSchema?
  private let test: BenchTest
  private let threads: Int
  private let type: String

  /// Runs the benchmark and prints its results.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - tests: The tests, of which those of generation are run.
  ///   - options: The options of the model.
  ///   - isTable: True if tables are printed, not JSON.
  /// - Throws: ``UsageError`` for options that do not go together, or the errors of the answers.
  static func run(_ arguments: Arguments, _ tests: [BenchTest], _ options: LoadOptions, isTable: Bool) async throws {
    guard arguments.has("--breakdown") else {
      throw UsageError(argument: "--schema", reason: "requires --breakdown")
    }
    guard let test = tests.first(where: { $0.kind == .generate }), test.count > 1,
      tests.allSatisfy({ $0.batch == 1 })
    else {
      let reason = "requires --batch 1 and at least --generate 2, as the prompt's step gives the first token"
      throw UsageError(argument: "--breakdown", reason: reason)
    }
    let runner = try await BreakdownRunner(arguments, test, options)
    let repetitions = try arguments.integer("--repetitions", in: 1...1000) ?? 5
    for sampling in Sampling.allCases {
      let breakdown = try await runner.measure(
        sampling, repetitions: repetitions, warmsUp: !arguments.has("--no-warmup"))
      try Output.write(isTable ? runner.table(sampling, breakdown) : runner.json(sampling, breakdown))
    }
  }

  private init(_ arguments: Arguments, _ test: BenchTest, _ options: LoadOptions) async throws {
    self.test = test
    schema = try arguments.string("--schema").map { try GenerationSchema(schemaFile: $0, isRelaxed: false) }
    trace = EngineTrace(measuresParts: true)
    let modelOptions = try ModelOptions(arguments, breakdown: trace)
    type = try options.open().mainTypeName
    threads = options.threads ?? Processors.threadCount
    model = try await modelOptions.load()
  }

  /// Answers a prompt in new sessions, once more to warm up if that is asked for.
  private func measure(_ sampling: Sampling, repetitions: Int, warmsUp: Bool) async throws -> TokenBreakdown {
    let options = GenerationOptions(
      samplingMode: sampling == .greedy ? .greedy : nil, maximumResponseTokens: test.count)
    let prompt = try await self.prompt
    for repetition in (warmsUp ? 0 : 1)...repetitions {
      let session = LanguageModelSession(model: model)
      if let schema {
        _ = try await session.respond(to: prompt, schema: schema, includeSchemaInPrompt: true, options: options)
      } else {
        _ = try await session.respond(to: prompt, options: options)
      }
      if repetition == 0 { _ = trace.takeParts() }
    }
    guard let breakdown = TokenBreakdown(trace.takeParts()) else {
      throw FileError(
        model.name, "found no token that was generated alone; the answers are too short, or the schema forces them")
    }
    return breakdown
  }

  /// A prompt for long answers, with about as many tokens as `--depth` says.
  private var prompt: String {
    get async throws {
      let (request, sentence) = ("Tell a long story about a lighthouse.", "The sea was calm, and the night was clear. ")
      guard test.depth > 0 else { return request }
      func count(_ text: String) async throws -> Int {
        let segment = Transcript.Segment.text(Transcript.TextSegment(content: text))
        return try await model.tokenCount(
          of: Transcript(entries: [.prompt(Transcript.Prompt(segments: [segment]))]))
      }
      let (short, long) = (try await count(request), try await count(String(repeating: sentence, count: 8) + request))
      let sentences = max(0, test.depth - short) * 8 / max(1, long - short)
      return String(repeating: sentence, count: sentences) + request
    }
  }

  private func table(_ sampling: Sampling, _ breakdown: TokenBreakdown) -> String {
    var text = "\(model.name), \(type), \(threads) threads, \(test.name), \(sampling.rawValue) sampling, "
    text += "\(breakdown.count) tokens\n\n| \("part".padded(to: 40)) |       µs |      % |\n"
    text += "| " + String(repeating: "-", count: 40) + " | -------: | -----: |\n"
    for row in breakdown.rows { text += "| \(row.title.padded(to: 40)) | \(row.columns) |\n" }
    return text + "\n"
  }

  private func json(_ sampling: Sampling, _ breakdown: TokenBreakdown) -> String {
    var line = JSONLine()
    line.add("model", model.name)
    line.add("type", type)
    line.add("threads", threads)
    line.add("test", test.name)
    line.add("sampling", sampling.rawValue)
    line.add("tokens", breakdown.count)
    breakdown.add(to: &line)
    return line.text + "\n"
  }
}

extension String {
  /// The text with spaces after it.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
