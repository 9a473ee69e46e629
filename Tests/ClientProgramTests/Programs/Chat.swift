import FoundationModels
import Observation

/// The view model of a conversation.
@MainActor
@Observable
final class Chat {
  struct Message: Identifiable, Equatable {
    enum Author { case person, model }
    let id: Int
    let author: Author
    var text: String
  }

  private(set) var messages: [Message] = []
  private(set) var problem: String?
  private let session: LanguageModelSession

  init(session: LanguageModelSession = LanguageModelSession(instructions: "You are a friendly guide. Answer briefly."))
  {
    self.session = session
  }

  var canSend: Bool { !session.isResponding }

  func start() {
    session.prewarm()
  }

  /// Sends a prompt and shows the streamed response.
  func send(_ text: String, options: GenerationOptions = GenerationOptions()) async {
    guard canSend else { return }
    problem = nil
    messages.append(Message(id: messages.count, author: .person, text: text))
    messages.append(Message(id: messages.count, author: .model, text: ""))
    do {
      for try await snapshot in session.streamResponse(to: text, options: options) {
        messages[messages.count - 1].text = snapshot.content
      }
    } catch {
      messages.removeLast()
      problem = error.localizedDescription
    }
  }

  /// The conversation as text, for export.
  var minutes: [String] {
    session.transcript.compactMap { entry in
      switch entry {
      case .prompt(let prompt): "Person: \(text(of: prompt.segments))"
      case .response(let response): "Model: \(text(of: response.segments))"
      default: nil
      }
    }
  }

  private func text(of segments: [Transcript.Segment]) -> String {
    segments.map { segment in
      switch segment {
      case .text(let text): text.content
      case .structure(let structure): structure.content.jsonString
      @unknown default: ""
      }
    }.joined(separator: "\n")
  }
}
