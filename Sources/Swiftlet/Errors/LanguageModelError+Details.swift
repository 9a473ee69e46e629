public import Foundation

// What each case of the error tells.

extension LanguageModelError {
  /// The sizes of a conversation that is too long.
  public struct ContextSizeExceeded: Sendable {
    /// The greatest number of tokens that the model can read.
    public var contextSize: Int

    /// The number of tokens that the conversation has.
    public var tokenCount: Int

    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - contextSize: The greatest number of tokens that the model can read.
    ///   - tokenCount: The number of tokens that the conversation has.
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(contextSize: Int, tokenCount: Int, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// When a model that has been asked too often can be asked again.
  public struct RateLimited: Sendable {
    /// When the model can be asked again, if that is known.
    public var resetDate: Date?

    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - resetDate: When the model can be asked again, if that is known.
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(resetDate: Date?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.resetDate = resetDate
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// What was held to be harmful.
  public struct GuardrailViolation: Sendable {
    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// What a model would have to be able to do.
  public struct UnsupportedCapability: Sendable {
    /// What the model would have to be able to do.
    public var capability: LanguageModelCapabilities.Capability

    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - capability: What the model would have to be able to do.
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(
      capability: LanguageModelCapabilities.Capability, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.capability = capability
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The entries that a model cannot read.
  public struct UnsupportedTranscriptContent: Sendable {
    /// The entries that the model cannot read.
    public var unsupportedContent: [Transcript.Entry]

    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - unsupportedContent: The entries that the model cannot read.
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(
      unsupportedContent: [Transcript.Entry], debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.unsupportedContent = unsupportedContent
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The schema whose guide a model cannot be held to.
  public struct UnsupportedGenerationGuide: Sendable {
    /// The schema's name, if it is known.
    public var schemaName: String?

    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - schemaName: The schema's name, if it is known.
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.schemaName = schemaName
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// The language that a model does not know.
  public struct UnsupportedLanguageOrLocale: Sendable {
    /// The language.
    public var languageCode: Locale.LanguageCode

    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - languageCode: The language.
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.languageCode = languageCode
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError {
  /// How long an answer took.
  public struct Timeout: Sendable {
    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a description of the error.
    ///
    /// - Parameters:
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}
