extension LanguageModelSession {
  /// A reusable modification of profiles.
  ///
  /// ```swift
  /// struct Careful: LanguageModelSession.DynamicProfileModifier {
  ///   func body(content: Content) -> some DynamicProfile {
  ///     content.temperature(0).toolCallingMode(.disallowed)
  ///   }
  /// }
  /// let profile = LanguageModelSession.Profile { Instructions("Count the words.") }.modifier(Careful())
  /// ```
  public protocol DynamicProfileModifier {
    /// The type of the modified profile.
    associatedtype Body: DynamicProfile

    /// Modifies a profile.
    ///
    /// - Parameter content: The profile.
    /// - Returns: The modified profile.
    @DynamicProfileBuilder func body(content: Self.Content) -> Self.Body

    /// The profile that is modified.
    typealias Content = DynamicProfileModifierContent<Self>
  }

  /// The profile that a modifier receives.
  public struct DynamicProfileModifierContent<Modifier>: DynamicProfile where Modifier: DynamicProfileModifier {
    fileprivate let content: any DynamicProfile

    /// The type has no body.
    public typealias Body = Never
  }

  /// A profile with a modifier.
  public struct ModifiedDynamicProfile<Content, Modifier>: DynamicProfile
  where Content: DynamicProfile, Modifier: DynamicProfileModifier {
    fileprivate let content: Content
    fileprivate let modifier: Modifier

    /// The type has no body.
    public typealias Body = Never
  }
}

extension LanguageModelSession.DynamicProfileModifier {
  /// The model, options, instructions, tools and hooks of a session.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile

  /// A value that belongs to the session.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension LanguageModelSession.DynamicProfile {
  /// Modifies the profile.
  ///
  /// - Parameter modifier: The modifier.
  /// - Returns: The modified profile.
  public func modifier<Modifier>(_ modifier: Modifier) -> some LanguageModelSession.DynamicProfile
  where Modifier: LanguageModelSession.DynamicProfileModifier {
    LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
  }
}

extension LanguageModelSession.DynamicProfileModifierContent: PrimitiveProfile {
  func resolve(into profile: inout ResolvedProfile) { content.resolve(into: &profile) }
}

extension LanguageModelSession.ModifiedDynamicProfile: PrimitiveProfile {
  func resolve(into profile: inout ResolvedProfile) {
    profile.path.append(.type(ObjectIdentifier(Modifier.self)))
    modifier.body(content: LanguageModelSession.DynamicProfileModifierContent(content: content))
      .resolve(into: &profile)
  }
}
