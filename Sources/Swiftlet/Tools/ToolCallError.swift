public import Foundation

extension LanguageModelSession {
  /// A tool's failure, which ends the request that called it.
  public struct ToolCallError: Swift.Error, LocalizedError {
    /// The tool.
    public var tool: any Tool

    /// The tool's error, or ``GeneratedContent/ParsingError`` if its arguments could not be converted.
    public var underlyingError: any Swift.Error

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - tool: The tool.
    ///   - underlyingError: The tool's error.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }

    /// The tool's name and its error's message.
    public var errorDescription: String? {
      let reason = (underlyingError as? any LocalizedError)?.errorDescription ?? "\(underlyingError)"
      return "the tool \(tool.name) failed: \(reason)"
    }
  }
}
