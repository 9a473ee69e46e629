extension LanguageModelSession {
  /// The model, options, instructions, tools and hooks of a session, which may depend on the state of the program.
  ///
  /// The body is evaluated before each step and has to resolve to a single ``LanguageModelSession/Profile``:
  ///
  /// ```swift
  /// struct Assistant: LanguageModelSession.DynamicProfile {
  ///   @SessionProperty(\.isPlanning) var isPlanning
  ///
  ///   var body: some DynamicProfile {
  ///     if isPlanning {
  ///       Profile { Instructions("Make a plan.") }.model(large)
  ///     } else {
  ///       Profile { Instructions("Do what the plan says."); Search() }.temperature(0.2)
  ///     }
  ///   }
  /// }
  /// let session = LanguageModelSession(profile: Assistant())
  /// ```
  ///
  /// The caller's options take precedence over modifiers, and inner modifiers over outer ones, for each option
  /// separately. Hooks and history transforms of all modifiers apply, the inner ones first.
  @_typeEraser(AnyDynamicProfile)
  public protocol DynamicProfile {
    /// The type of the body.
    associatedtype Body: DynamicProfile

    /// The current content of the profile.
    @DynamicProfileBuilder var body: Self.Body { get }
  }

  /// A profile of instructions and tools, which modifiers extend.
  public struct Profile: DynamicProfile {
    private let instructions: any DynamicInstructions

    /// Creates a profile.
    ///
    /// - Parameter dynamicInstructions: The instructions and tools.
    public init(@DynamicInstructionsBuilder _ dynamicInstructions: () -> some DynamicInstructions) {
      instructions = dynamicInstructions()
    }

    init(_ instructions: some DynamicInstructions) {
      self.instructions = instructions
    }

    /// The type has no body.
    public typealias Body = Never
  }

  /// The profile of one of two branches.
  public struct ConditionalDynamicProfile<TrueContent, FalseContent>: DynamicProfile
  where TrueContent: DynamicProfile, FalseContent: DynamicProfile {
    fileprivate enum Branch {
      case first(TrueContent)
      case second(FalseContent)
    }

    fileprivate let branch: Branch

    /// The type has no body.
    public typealias Body = Never
  }

  /// A type-erased profile.
  public struct AnyDynamicProfile: DynamicProfile {
    private let base: any DynamicProfile

    /// Erases the type of a profile.
    ///
    /// - Parameter dynamicProfile: The profile.
    public init(_ dynamicProfile: any DynamicProfile) { base = dynamicProfile }

    /// Erases the type of a profile.
    ///
    /// - Parameter dynamicProfile: The profile.
    public init(erasing dynamicProfile: some DynamicProfile) { base = dynamicProfile }

    /// The type has no body.
    public typealias Body = Never
  }
}

extension LanguageModelSession.DynamicProfile {
  /// A profile of instructions and tools.
  public typealias Profile = LanguageModelSession.Profile

  /// The model, options, instructions, tools and hooks of a session.
  public typealias DynamicProfile = LanguageModelSession.DynamicProfile

  /// A value that belongs to the session.
  public typealias SessionProperty = LanguageModelSession.SessionProperty
}

extension LanguageModelSession.DynamicProfile where Body == Never {
  /// Never evaluated, as the type has no body.
  public var body: Never { noBody(of: Self.self) }
}

// MARK: - Building

extension LanguageModelSession {
  /// A result builder that builds one profile from a closure.
  ///
  /// `if` with `else`, `switch` and `if #available` select a profile.
  @resultBuilder
  public struct DynamicProfileBuilder {
    /// Returns the line of a single-line block unchanged.
    ///
    /// - Parameter content: The line.
    /// - Returns: The same profile.
    public static func buildBlock<T>(_ content: T) -> T where T: DynamicProfile {
      content
    }

    /// Builds the first branch of a condition.
    ///
    /// - Parameter content: The result of the branch.
    /// - Returns: The branch.
    public static func buildEither<TrueContent, FalseContent>(
      first content: TrueContent
    ) -> ConditionalDynamicProfile<TrueContent, FalseContent>
    where TrueContent: DynamicProfile, FalseContent: DynamicProfile {
      ConditionalDynamicProfile(branch: .first(content))
    }

    /// Builds the second branch of a condition.
    ///
    /// - Parameter content: The result of the branch.
    /// - Returns: The branch.
    public static func buildEither<TrueContent, FalseContent>(
      second content: FalseContent
    ) -> ConditionalDynamicProfile<TrueContent, FalseContent>
    where TrueContent: DynamicProfile, FalseContent: DynamicProfile {
      ConditionalDynamicProfile(branch: .second(content))
    }

    /// Rejects a block of several lines with a message that names the cause.
    ///
    /// - Parameter contents: The block's lines.
    /// - Returns: Never.
    @available(
      *, unavailable, message: "The body of a 'DynamicProfile' must evaluate to a single active profile"
    )
    public static func buildBlock<each Content>(_ contents: repeat each Content) -> Never
    where repeat each Content: DynamicProfile {
      noBody(of: DynamicProfileBuilder.self)
    }

    /// Builds the body of an availability condition.
    ///
    /// - Parameter component: The result of the body.
    /// - Returns: The type-erased profile.
    public static func buildLimitedAvailability(_ component: some DynamicProfile) -> AnyDynamicProfile {
      AnyDynamicProfile(erasing: component)
    }
  }
}

// MARK: - Resolution

extension LanguageModelSession.Profile: PrimitiveProfile {
  func resolve(into profile: inout ResolvedProfile) {
    var resolved = ResolvedInstructions()
    instructions.resolve(into: &resolved)
    profile.instructions += resolved.parts
    profile.tools += resolved.tools
  }
}

extension LanguageModelSession.ConditionalDynamicProfile: PrimitiveProfile {
  func resolve(into profile: inout ResolvedProfile) {
    switch branch {
    case .first(let content):
      profile.path.append(.branch(true))
      content.resolve(into: &profile)
    case .second(let content):
      profile.path.append(.branch(false))
      content.resolve(into: &profile)
    }
  }
}

extension LanguageModelSession.AnyDynamicProfile: PrimitiveProfile {
  func resolve(into profile: inout ResolvedProfile) {
    profile.path.append(.type(ObjectIdentifier(type(of: base))))
    base.resolve(into: &profile)
  }
}
