import FoundationModels

/// Sessions that are made anew with a part of their transcript, as for releases 26 and 27.
struct Rebuilding {
  let session: LanguageModelSession
  let renew: (Transcript) -> LanguageModelSession

  /// The conversation without instructions, as release 26 has it.
  func history() -> [Transcript.Entry] {
    let entries = session.transcript.filter { entry in
      if case .instructions = entry { return false }
      return true
    }
    return entries
  }

  /// A transcript of entries.
  func condensed(to count: Int) -> Transcript {
    let transcript = session.transcript
    let instructions = transcript.filter { entry in
      if case .instructions = entry { return true }
      return false
    }
    let recent = transcript.filter { entry in
      if case .instructions = entry { return false }
      return true
    }.suffix(count)
    return Transcript(entries: instructions + recent)
  }

  /// A session with a transcript, as release 27 filters it.
  func withoutTools() -> LanguageModelSession {
    let kept: Transcript = session.transcript.filter { entry in
      switch entry {
      case .toolCalls, .toolOutput: false
      default: true
      }
    }
    return renew(kept)
  }

  /// A session whose transcript is changed where it is.
  func keepOnly(_ ids: Set<String>) {
    session.transcript = session.transcript.filter { ids.contains($0.id) }
  }
}
