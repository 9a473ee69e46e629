import SwiftletInference

/// The time of a generated token, divided into its parts.
struct TokenBreakdown {
  /// A row of the table.
  struct Row {
    var title: String
    /// The microseconds.
    var time: Double
    /// The percentage of the time of a token; nil for a time that is not a part of it.
    var share: Double?

    /// The last two columns of the row.
    var columns: String {
      func cell(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
      }
      return cell(time.formatted(decimals: 1), 8) + " | " + cell(share.map { $0.formatted(decimals: 1) } ?? "", 6)
    }
  }

  /// The number of measured tokens.
  let count: Int
  private let step: StepTimes
  private let reading: StepTimes

  /// Creates a breakdown; nil without measurements of steps.
  init?(_ parts: EngineTrace.Parts) {
    guard let step = StepTimes.typical(of: parts.steps) else { return nil }
    count = parts.steps.count
    self.step = step
    var reading = StepTimes.typical(of: parts.readings) ?? StepTimes()
    // A reader is not woken for each token.
    let waking = StepTimes.typical(of: parts.wakings) ?? StepTimes()
    reading[.waking] = waking[.waking] * parts.wakings.count / count
    self.reading = reading
  }

  /// The microseconds of a token on the engine's thread.
  private var total: Double { step.total.seconds * 1e6 }

  /// The microseconds of it that are not the forward pass.
  private var overhead: Double {
    let parts = StepPart.allCases.filter { !$0.isForwardPass && !$0.belongsToConsumer && $0 != .drafting }
    return parts.reduce(0.0) { $0 + step[$1].seconds * 1e6 }
  }

  /// The rows of the table: the parts, their sum, and the times that are no part of it.
  var rows: [Row] {
    func row(_ title: String, _ time: Double) -> Row {
      Row(title: title, time: time, share: total > 0 ? 100 * time / total : 0)
    }
    let parts = StepPart.allCases.filter { !$0.belongsToConsumer }.map { row($0.title, step[$0].seconds * 1e6) }
    let readers = StepPart.allCases.filter(\.belongsToConsumer).map {
      Row(title: "meanwhile: " + $0.title, time: reading[$0].seconds * 1e6)
    }
    return parts + [row("a token", total), row("of it outside the forward pass", overhead)] + readers
  }

  /// Adds the times to an object, in microseconds.
  func add(to line: inout JSONLine) {
    for part in StepPart.allCases {
      line.add(part.key + "_us", (part.belongsToConsumer ? reading : step)[part].seconds * 1e6)
    }
    line.add("token_us", total)
    line.add("overhead_us", overhead)
  }
}

extension StepPart {
  /// The name of the part in tables.
  fileprivate var title: String {
    switch self {
    case .attentionProducts: "products of attention (Q, K, V, output)"
    case .feedForward: "products of the feed-forward networks"
    case .outputHead: "product of the output head"
    case .attention: "attention or recurrence"
    case .elementwise: "norms and other elementwise operations"
    case .rest: "rest of the forward pass"
    case .sampling: "sampling"
    case .penalties: "penalties and biases"
    case .guide: "guide and token masks"
    case .drafting: "draft model"
    case .stream: "delivery to the stream"
    case .scheduling: "scheduling"
    case .waking: "waking the stream's reader"
    case .detokenizing: "detokenizing"
    case .delivery: "the session's transcript"
    }
  }

  /// The name of the part in JSON.
  fileprivate var key: String {
    switch self {
    case .attentionProducts: "attention_products"
    case .feedForward: "feed_forward_products"
    case .outputHead: "output_head"
    case .attention: "attention"
    case .elementwise: "elementwise"
    case .rest: "rest"
    case .sampling: "sampling"
    case .penalties: "penalties"
    case .guide: "guide"
    case .drafting: "drafting"
    case .stream: "stream"
    case .scheduling: "scheduling"
    case .waking: "waking"
    case .detokenizing: "detokenizing"
    case .delivery: "delivery"
    }
  }
}
