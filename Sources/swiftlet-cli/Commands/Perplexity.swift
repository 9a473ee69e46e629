import SwiftletInference
import SwiftletKernels

extension Command {
  static let perplexity = Command(
    name: "perplexity", summary: "Measures how well a model predicts a text, and how far it is from another.",
    discussion: """
      The text is read in pieces of --context tokens, as llama-perplexity does: each begins anew, and the second half of
      its tokens is predicted. Tokens that do not fill a piece are left out, unless there is only one.

      --reference compares with the logits of another model, or of the same in another type: those that --save-logits
      wrote for the same text and context, or swiftlet logits for the tokens of a text that is one piece. The divergence
      is Kullback and Leibler's, in nats.
      """,
    options: [
      .model, Option("--text", "FILE", "the text; - reads it from input"),
      Option("--context", "N", "the tokens of a piece; default: 512"),
      Option("--reference", "LOGITS", "32-bit floats, positions × vocabulary, to compare with"),
      Option("--save-logits", "FILE", "where to write such floats"),
      .threads, .keyValueType(default: .f32), .packedCache,
    ]
  ) { arguments in
    try arguments.requireAtMost(0)
    guard let text = arguments.string("--text") else { throw UsageError(what: "--text", why: "is missing") }
    let evaluation = try Evaluation(arguments, text: try EvaluationFiles.read(text))
    let reference = try arguments.string("--reference").map { try ReferenceLogits($0, evaluation) }
    let output = try arguments.string("--save-logits").map { try EvaluationFiles.create($0) }
    let meter = try evaluation.run(reference: reference, output: output)

    var rows = [(left: "tokens predicted", help: "\(meter.count)")]
    func add(_ name: String, _ text: String) { rows.append((name, text)) }
    add("perplexity", "\(meter.perplexity.formatted(decimals: 4)) ± \(meter.standardError.formatted(decimals: 4))")
    if reference != nil {
      add("reference's perplexity", meter.referencePerplexity.formatted(decimals: 4))
      add("divergence, mean", meter.meanDivergence.formatted(decimals: 6))
      add("divergence, median", meter.divergence(quantile: 0.5).formatted(decimals: 6))
      add("divergence, 99 %", meter.divergence(quantile: 0.99).formatted(decimals: 6))
      add("divergence, largest", meter.divergence(quantile: 1).formatted(decimals: 6))
      add("same most likely token", "\((meter.agreement * 100).formatted(decimals: 2)) %")
    }
    try Output.write(table(rows))
  }
}
