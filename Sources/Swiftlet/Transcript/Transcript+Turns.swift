extension Transcript {
  /// The instructions and the last turns, whole: each is a prompt and all that came of it.
  ///
  /// - Parameter count: How many turns are kept.
  /// - Returns: The shorter transcript.
  public func keepingLastTurns(_ count: Int) -> Transcript {
    var transcript = self
    transcript.history = history.suffix(from: history.startOfLastTurns(count))
    return transcript
  }
}

extension Transcript.HistoryView {
  /// Where the last turns begin; the end if there are none to be kept.
  func startOfLastTurns(_ count: Int) -> Index {
    let prompts = indices.filter { if case .prompt = self[$0] { true } else { false } }
    return prompts.suffix(Swift.max(0, count)).first ?? endIndex
  }
}

extension LanguageModelSession.DynamicProfile {
  /// Lets the model see no more than the last turns of a conversation, whose transcript stays as it is.
  ///
  /// ```swift
  /// let profile = LanguageModelSession.Profile { Instructions("You are a guide.") }.rollingWindow(turns: 8)
  /// ```
  ///
  /// - Parameter turns: How many turns the model sees, the running one among them; at least that one.
  /// - Returns: The modified profile.
  public func rollingWindow(turns: Int) -> some LanguageModelSession.DynamicProfile {
    historyTransform { entries in Array(Transcript(entries: entries).keepingLastTurns(max(1, turns))) }
  }
}
