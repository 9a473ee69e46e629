public import Foundation

extension LanguageModelSession {
  /// Writes down what a person thinks of the conversation.
  ///
  /// The result is a JSON object on one line, so that several may be put into one file. Nothing is sent anywhere. Its
  /// keys are `transcript` in the form of ``Transcript``, `rolledBackEntries` in the same form with what failed requests
  /// had brought, `sentiment`, `issues` with `category` and `explanation`, and `desiredOutput` as a transcript of one
  /// entry. What is not known is left out.
  ///
  /// - Parameters:
  ///   - sentiment: Whether the answer was liked.
  ///   - issues: What is wrong with it.
  ///   - desiredOutput: What it should have been.
  /// - Returns: The report, or no data if the transcript holds numbers that JSON cannot write.
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

  /// Writes down what a person thinks of the conversation, with the text that the answer should have been.
  ///
  /// - Parameters:
  ///   - sentiment: Whether the answer was liked.
  ///   - issues: What is wrong with it.
  ///   - desiredResponseText: What it should have been.
  /// - Returns: The report; see ``logFeedbackAttachment(sentiment:issues:desiredOutput:)``.
  @discardableResult
  public final func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    let segments = desiredResponseText.map { Transcript.Segment.text(Transcript.TextSegment(content: $0)) }
    return logFeedbackAttachment(sentiment: sentiment, issues: issues, desiredOutput: segments.map(Self.response))
  }

  /// Writes down what a person thinks of the conversation, with the value that the answer should have been.
  ///
  /// - Parameters:
  ///   - sentiment: Whether the answer was liked.
  ///   - issues: What is wrong with it.
  ///   - desiredResponseContent: What it should have been.
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

/// A report as JSON has it.
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
