extension Transcript {
  /// Returns the instructions and the last turns, each with its prompt and all resulting entries.
  ///
  /// - Parameter count: The number of turns to keep.
  /// - Returns: The shorter transcript.
  public func keepingLastTurns(_ count: Int) -> Transcript {
    var transcript = self
    transcript.history = history.suffix(from: history.startOfLastTurns(count))
    return transcript
  }
}

extension Transcript.HistoryView {
  /// Returns the start of the last turns, or the end if there are none to keep.
  func startOfLastTurns(_ count: Int) -> Index {
    let prompts = indices.filter { if case .prompt = self[$0] { true } else { false } }
    return prompts.suffix(Swift.max(0, count)).first ?? endIndex
  }
}

extension LanguageModelSession.DynamicProfile {
  /// Limits the model's context to the last turns of a conversation; the transcript does not change.
  ///
  /// ```swift
  /// let profile = LanguageModelSession.Profile { Instructions("You are a guide.") }.rollingWindow(turns: 8)
  /// ```
  ///
  /// - Parameter turns: The number of turns in the context, including the current one; at least 1.
  /// - Returns: The modified profile.
  public func rollingWindow(turns: Int) -> some LanguageModelSession.DynamicProfile {
    historyTransform { entries in Array(Transcript(entries: entries).keepingLastTurns(max(1, turns))) }
  }
}
