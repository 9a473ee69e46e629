/// The results as a page in Markdown.
struct Report {
  var results: [Results]

  /// The page.
  var text: String {
    let head = """
      # Swiftlet beside llama.cpp

      Made by `swift run --package-path Benchmarks -c release chart` from what `Benchmarks/compare.sh` measured: both
      engines on the same file and the same machine with the same number of threads, turn by turn. Numbers are medians
      with the lowest and the highest sample in parentheses. Ratios above 1 mean that Swiftlet is better.

      """
    return head + results.map(section).joined(separator: "\n") + Self.foot
  }

  private static let foot = """

    `pp128` and `pp512` read a prompt of so many tokens, `tg64` generates 64 tokens, `@2048` does so after 2,048 tokens of
    context; tokens a second. llama.cpp's is the better median of those with and without flash attention. *Ready to read* is
    the time from the start of a process to the moment that it begins to read its prompt, *first token* that to the first
    output after a prompt of 128 tokens, with the model's file in the system's cache; *peak memory* is the most that was
    resident in that process. *Of memory's speed* is how fast the weights were read, each once a token
    (of experts fewer are), in percent of what all threads read of a gibibyte between the two engines' turns.

    *Of the best* is the ratio of the best samples of both. Generation is bound by memory, and on a virtual machine the speed
    of memory changes every few seconds by a factor of two, with where the host puts the processors:
    `swift run --package-path Benchmarks -c release kernels --part placement` shows it. The medians then say how often each
    program met which; the best samples are of the same machine. From 1bd0c41 on, generation is measured once the weights
    have been brought into large pages.

    To reproduce, in one to two hours; a model of your own is for `Benchmarks/compare.sh MODEL.gguf`:

    ```sh
    Benchmarks/table.sh FOLDER    # the models and what is measured go there: 15 GB
    swift run --package-path Benchmarks -c release chart --report page.md --svg chart.svg FOLDER/*.json
    ```

    """

  private func section(_ results: Results) -> String {
    let machine = results.machine
    var lines = [
      "", "## \(machine.cpu), \(results.threads) threads", "",
      "| | |", "| --- | --- |",
      "| processor | \(machine.cpu), \(machine.processors) processors |",
      "| memory | \((Double(machine.memoryBytes) / 1e9).fixed(0)) GB |",
      "| system | \(machine.system) |",
      "| date | \(machine.date) |",
      "| llama.cpp | \(results.engines.llamaCpp) |",
      "| Swiftlet | \(results.engines.swiftlet) |",
      "| rounds | \(results.rounds) |",
      "", "| model | test | unit | llama.cpp | Swiftlet | ratio | of the best |",
      "| --- | --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for model in results.models {
      for (index, measurement) in model.results.enumerated() {
        let name = index == 0 ? model.name : ""
        lines.append(
          "| \(name) | \(measurement.test) | \(measurement.unit) | \(cell(measurement.llamaCpp, of: measurement)) | "
            + "\(cell(measurement.swiftlet, of: measurement)) | **\(measurement.ratio.fixed(2))** | "
            + "\(measurement.bestRatio.fixed(2)) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func cell(_ spread: Results.Spread, of measurement: Results.Measurement) -> String {
    let median = measurement.formatted(spread.median)
    return "\(median) (\(measurement.formatted(spread.low))–\(measurement.formatted(spread.high)))"
  }
}
