public import SwiftletJinja

/// An error of a chat template.
public enum ChatTemplateError: Error, Equatable {
  /// The template in the model file is invalid or uses unsupported features.
  case malformedTemplate(JinjaError)
  /// Rendering failed, for example because the template does not allow the order of the messages.
  case failed(JinjaError)
  /// A system message in a position that the template does not allow, without ``ChatTemplate/mergesSystemMessages``;
  /// `allowed` is nil for a template that renders none.
  case systemMessage(index: Int, allowed: TemplateTraits.SystemMessages?)
  /// The answer cannot continue the last message.
  case cannotContinue(reason: String)
  /// The schema of a tool, or the arguments of a tool call, are not valid JSON.
  case notJSON(what: String, reason: JinjaJSONError)
}

extension ChatTemplateError: CustomStringConvertible {
  /// The error with a workaround, if there is one.
  public var description: String {
    switch self {
    case .malformedTemplate(let error):
      "the model's chat template cannot be used: \(error); --raw prompts the model without its template"
    case .failed(let error): "the model's chat template failed to render the conversation: \(error)"
    case .systemMessage(let index, let allowed):
      "message \(index) is a system message, and the model's chat template allows "
        + (allowed == nil ? "none" : allowed == .first ? "one, at the beginning" : "them at the beginning only")
    case .cannotContinue(let reason): "the answer cannot continue the last message: \(reason)"
    case .notJSON(let what, let reason): "\(what): \(reason)"
    }
  }
}
