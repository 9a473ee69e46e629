public import Foundation

extension LanguageModelSession {
  /// Creates a feedback report on the conversation.
  ///
  /// The result is a JSON object on one line, so that reports can be concatenated. Nothing is sent anywhere. Its keys
  /// are `transcript` in the form of ``Transcript``, `rolledBackEntries` in the same form with the entries of failed
  /// requests, `sentiment`, `issues` with `category` and `explanation`, and `desiredOutput` as a transcript of one
  /// entry. Missing values are omitted.
  ///
  /// - Parameters:
  ///   - sentiment: The user's sentiment about the answer.
  ///   - issues: The issues with the answer.
  ///   - desiredOutput: The desired answer.
  /// - Returns: The report, or empty data if the transcript contains numbers that JSON cannot represent.
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredOutput: Transcript.Entry? = nil
  ) -> Data {
    let (transcript, rolledBack) = update([]) { ($0.transcript, $0.rolledBack.entries) }
    let report = FeedbackReport(
      transcript: transcript, rolledBackEntries: rolledBack.isEmpty ? nil : Transcript(entries: rolledBack),
      sentiment: sentiment.map { "\($0)" },
      issues: issues.map { .init(category: "\($0.category)", explanation: $0.explanation) },
      desiredOutput: desiredOutput.map { Transcript(entries: [$0]) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard var data = try? encoder.encode(report) else { return Data() }
    data.append(contentsOf: "\n".utf8)
    return data
  }

  /// Creates a feedback report on the conversation, with the desired answer as text.
  ///
  /// - Parameters:
  ///   - sentiment: The user's sentiment about the answer.
  ///   - issues: The issues with the answer.
  ///   - desiredResponseText: The desired answer.
  /// - Returns: The report; see ``logFeedbackAttachment(sentiment:issues:desiredOutput:)``.
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    let segments = desiredResponseText.map { Transcript.Segment.text(Transcript.TextSegment(content: $0)) }
    return logFeedbackAttachment(sentiment: sentiment, issues: issues, desiredOutput: segments.map(Self.response))
  }

  /// Creates a feedback report on the conversation, with the desired answer as a value.
  ///
  /// - Parameters:
  ///   - sentiment: The user's sentiment about the answer.
  ///   - issues: The issues with the answer.
  ///   - desiredResponseContent: The desired answer.
  /// - Returns: The report; see ``logFeedbackAttachment(sentiment:issues:desiredOutput:)``.
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseContent: (any ConvertibleToGeneratedContent)?
  ) -> Data {
    let segments = desiredResponseContent.map { content in
      Transcript.Segment.structure(
        Transcript.StructuredSegment(
          schemaName: String(describing: type(of: content)), content: content.generatedContent))
    }
    return logFeedbackAttachment(sentiment: sentiment, issues: issues, desiredOutput: segments.map(Self.response))
  }

  private static func response(_ segment: Transcript.Segment) -> Transcript.Entry {
    .response(Transcript.Response(segments: [segment]))
  }
}

/// The JSON form of a feedback report.
private struct FeedbackReport: Encodable {
  var transcript: Transcript
  var rolledBackEntries: Transcript?
  var sentiment: String?
  var issues: [Issue]
  var desiredOutput: Transcript?

  struct Issue: Encodable {
    var category: String
    var explanation: String?
  }
}
