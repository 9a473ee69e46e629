/// Why a template cannot be used.
public enum ChatTemplateError: Error, Equatable {
  /// The template is none of the forms that can be told for certain.
  case unknownTemplate(beginning: String)
}

extension ChatTemplateError: CustomStringConvertible {
  /// What was found, what was expected, and the way around it.
  public var description: String {
    switch self {
    case .unknownTemplate(let beginning):
      """
      the model's chat template is not one of the known plain forms \
      (\(ChatTemplate.Form.allCases.map(\.rawValue).joined(separator: ", "))): \
      it begins with \"\(beginning)\"; --raw prompts the model without its template
      """
    }
  }
}
