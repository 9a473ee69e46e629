import FoundationModels
import Observation

/// A conversation as a view would show it.
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

  /// Asks, and shows the answer while it grows.
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

  /// What was said, for a file.
  var minutes: [String] {
    session.transcript.compactMap { entry in
      switch entry {
      case .prompt(let prompt): "Person: \(prompt)"
      case .response(let response): "Model: \(response)"
      default: nil
      }
    }
  }
}
