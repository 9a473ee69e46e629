public import SwiftletJinja

/// Why a template cannot be used.
public enum ChatTemplateError: Error, Equatable {
  /// The model's file has a template that is not correct, or that uses what the engine does not have.
  case malformedTemplate(JinjaError)
  /// The template stopped while it wrote a conversation, as it does for turns in an order that the model does not know.
  case failed(JinjaError)
  /// The schema of a tool, or the arguments of a call, is not JSON.
  case notJSON(what: String, reason: JinjaJSONError)
}

extension ChatTemplateError: CustomStringConvertible {
  /// What was found, what was expected, and the way around it.
  public var description: String {
    switch self {
    case .malformedTemplate(let error):
      "the model's chat template cannot be used: \(error); --raw prompts the model without its template"
    case .failed(let error): "the model's chat template did not write the conversation: \(error)"
    case .notJSON(let what, let reason): "\(what): \(reason)"
    }
  }
}
