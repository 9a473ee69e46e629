public import Foundation

extension LanguageModelSession {
  /// A tool's failure, which ends the request that called it.
  public struct ToolCallError: Swift.Error, LocalizedError {
    /// The tool.
    public var tool: any Tool

    /// What the tool threw, or ``GeneratedContent/ParsingError`` if it could not make sense of what it was given.
    public var underlyingError: any Swift.Error

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - tool: The tool.
    ///   - underlyingError: What the tool threw.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }

    /// Which tool failed, and why.
    public var errorDescription: String? {
      let reason = (underlyingError as? any LocalizedError)?.errorDescription ?? "\(underlyingError)"
      return "the tool \(tool.name) failed: \(reason)"
    }
  }
}
