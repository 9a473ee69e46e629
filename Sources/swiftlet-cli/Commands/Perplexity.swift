import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

extension Command {
  static let perplexity = Command(
    name: "perplexity", summary: "Compute the perplexity of a text and the KL divergence from another model.",
    discussion: """
      The text is processed in chunks of --context tokens, as by llama-perplexity: each starts with an empty context,
      and the tokens of its second half are scored. An incomplete last chunk is ignored, unless it is the only one.

      --reference compares with the logits of another model or quantization type: those that --save-logits wrote for
      the same text and context, or those of swiftlet logits if the text is one chunk. The KL divergence is in nats.
      """,
    options: [
      Option("--text", "FILE", "text file; - for standard input"),
      Option("--reference", "LOGITS", "logits to compare with: 32-bit floats, positions × vocabulary"),
      Option("--save-logits", "FILE", "write the logits to this file"),
    ] + Option.loading(keyValueType: .f32, context: "chunk size in tokens; default: 512")
  ) { arguments in
    try arguments.requireAtMost(0)
    guard let text = arguments.string("--text") else { throw UsageError(argument: "--text", reason: "is missing") }
    let output = try arguments.output("--save-logits")
    let evaluation = try Evaluation(arguments, text: try InputFile.bytes(text))
    let reference = try arguments.string("--reference").map { try ReferenceLogits($0, evaluation) }
    let meter = try evaluation.run(reference: reference, output: output)
    try output?.commit()
    for value in [meter.perplexity, meter.standardError, reference == nil ? 1 : meter.referencePerplexity]
    where !value.isFinite {
      throw FileError(
        text,
        "found a perplexity or standard error above \(Double.greatestFiniteMagnitude), expected a text that the "
          + "model gives some probability")
    }

    var rows = [(left: "tokens scored", help: "\(meter.count)")]
    func add(_ name: String, _ text: String) { rows.append((name, text)) }
    add("perplexity", "\(meter.perplexity.formatted(decimals: 4)) ± \(meter.standardError.formatted(decimals: 4))")
    if reference != nil {
      add("reference perplexity", meter.referencePerplexity.formatted(decimals: 4))
      add("KL divergence, mean", meter.meanDivergence.formatted(decimals: 6))
      add("KL divergence, median", meter.divergence(quantile: 0.5).formatted(decimals: 6))
      add("KL divergence, 99 %", meter.divergence(quantile: 0.99).formatted(decimals: 6))
      add("KL divergence, maximum", meter.divergence(quantile: 1).formatted(decimals: 6))
      add("same top token", "\((meter.agreement * 100).formatted(decimals: 2)) %")
    }
    try Output.report(table(rows), beside: arguments.string("--save-logits"))
  }
}
