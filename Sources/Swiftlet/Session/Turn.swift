import Foundation

/// One request while it runs: where it began in the transcript, and what it has taken so far.
struct Turn: Sendable {
  /// Tells this request from earlier ones whose executor may still be sending.
  let id = UUID()

  /// The position of the prompt in the session's transcript.
  let start: Int

  /// The tokens taken so far.
  var usage = LanguageModelSession.Usage.none

  /// Whether somebody tried to replace the transcript meanwhile.
  var wasDisturbed = false

  /// The position of the entry that the last event concerned.
  private var currentEntry: Int?

  /// The segment of that entry that the last event concerned.
  private var currentSegment: Int?

  init(start: Int) {
    self.start = start
  }
}

/// What a request has brought so far.
struct Progress: Sendable {
  /// The answer's text.
  var text: String

  /// The entries that the request added to the transcript, at their positions there.
  var entries: ArraySlice<Transcript.Entry>

  /// The tokens taken.
  var usage: LanguageModelSession.Usage
}

extension Turn {
  /// Takes in an event and tells whether it changed the answer's text.
  mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.Event, to transcript: inout Transcript
  ) -> Bool {
    switch event.kind {
    case .response(let response):
      let entry = openResponse(id: response.entryID, in: &transcript)
      switch response.action.kind {
      case .appendText(let fragment):
        usage.output.totalTokenCount += fragment.tokenCount
        changeText(of: entry, segmentID: fragment.segmentID, in: &transcript) { $0 += fragment.content }
        return !fragment.content.isEmpty
      case .replaceTextSegment(let replacement):
        usage.output.totalTokenCount += replacement.tokenCount
        changeText(of: entry, segmentID: replacement.segmentID, in: &transcript) { $0 = replacement.content }
        return true
      case .updateUsage(let total):
        usage = LanguageModelSession.Usage(total)
        return false
      }
    }
  }

  /// What the request has brought, as the transcript has it.
  func progress(in transcript: Transcript) -> Progress {
    let entries = transcript.entries[start...]
    let texts = entries.compactMap { if case .response(let response) = $0 { response.text } else { nil } }
    return Progress(text: texts.count == 1 ? texts[0] : texts.joined(), entries: entries, usage: usage)
  }
}

extension Turn {
  /// The position of the response with an identifier, which is added if there is none.
  private mutating func openResponse(id: String?, in transcript: inout Transcript) -> Int {
    let known = id.map { id in transcript.entries[start...].firstIndex { $0.id == id } } ?? currentEntry
    if let known, case .response = transcript.entries[known] {
      if known != currentEntry { (currentEntry, currentSegment) = (known, nil) }
      return known
    }
    transcript.entries.append(.response(Transcript.Response(id: id ?? UUID().uuidString, segments: [])))
    let added = transcript.entries.endIndex - 1
    (currentEntry, currentSegment) = (added, nil)
    return added
  }

  /// Changes the text of a segment, which is added if there is none.
  private mutating func changeText(
    of entry: Int, segmentID: String?, in transcript: inout Transcript, _ change: (inout String) -> Void
  ) {
    guard case .response(var response) = transcript.entries[entry] else { return }
    let known =
      segmentID.map { id in response.segments.firstIndex { $0.id == id } }
      ?? currentSegment ?? response.segments.indices.last
    if let known, case .text(var segment) = response.segments[known] {
      change(&segment.content)
      response.segments[known] = .text(segment)
      currentSegment = known
    } else {
      var segment = Transcript.TextSegment(id: segmentID ?? UUID().uuidString, content: "")
      change(&segment.content)
      response.segments.append(.text(segment))
      currentSegment = response.segments.endIndex - 1
    }
    transcript.entries[entry] = .response(response)
  }
}

extension Transcript.Response {
  /// The answer's text.
  ///
  /// Segments are what a model streamed one after another, so nothing stands between them.
  var text: String {
    segments.count == 1 ? segments[0].description : segments.map(\.description).joined()
  }
}
