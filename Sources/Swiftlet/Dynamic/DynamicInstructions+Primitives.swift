/// Dynamic instructions of any type.
public struct AnyDynamicInstructions: DynamicInstructions {
  private let base: any DynamicInstructions

  /// Takes the type from instructions.
  ///
  /// - Parameter dynamicInstructions: The instructions.
  public init(_ dynamicInstructions: any DynamicInstructions) { base = dynamicInstructions }

  /// Takes the type from instructions.
  ///
  /// - Parameter dynamicInstructions: The instructions.
  public init(erasing dynamicInstructions: some DynamicInstructions) { base = dynamicInstructions }

  /// Instructions of this kind have no body.
  public typealias Body = Never
}

/// Several dynamic instructions, one after the other.
public struct TupleDynamicInstructions<each Content>: DynamicInstructions
where repeat each Content: DynamicInstructions {
  private let contents: (repeat each Content)

  /// Joins instructions.
  ///
  /// - Parameter contents: The instructions, in order.
  public init(_ contents: repeat each Content) { self.contents = (repeat each contents) }

  /// Instructions of this kind have no body.
  public typealias Body = Never
}

/// One of two dynamic instructions.
public struct ConditionalDynamicInstructions<TrueContent, FalseContent>: DynamicInstructions
where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
  private let branch: Branch

  /// Chooses a branch.
  ///
  /// - Parameter branch: The branch.
  public init(_ branch: Branch) { self.branch = branch }

  /// Which of the two it is.
  public enum Branch {
    /// The one for a condition that holds.
    case trueContent(TrueContent)
    /// The one for a condition that does not hold.
    case falseContent(FalseContent)
  }

  /// Instructions of this kind have no body.
  public typealias Body = Never
}

/// No instructions and no tools.
public struct EmptyDynamicInstructions: DynamicInstructions, Sendable {
  /// Creates instructions that say nothing.
  public init() {}

  /// Instructions of this kind have no body.
  public typealias Body = Never
}

/// Dynamic instructions for each element of a collection.
public struct DynamicInstructionsForEach<Data, ID, Content>: DynamicInstructions
where Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions {
  private let data: Data
  private let content: (Data.Element) -> Content

  /// Creates instructions for each element.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - id: What tells an element from the others.
  ///   - content: Makes the instructions for an element.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  /// Instructions of this kind have no body.
  public typealias Body = Never
}

extension DynamicInstructionsForEach where ID == Data.Element.ID, Data.Element: Identifiable {
  /// Creates instructions for each element.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - content: Makes the instructions for an element.
  public init(_ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}

// MARK: - What they come to

extension AnyDynamicInstructions: PrimitiveInstructions {
  func resolve(into resolved: inout ResolvedInstructions) { base.resolve(into: &resolved) }
}

extension TupleDynamicInstructions: PrimitiveInstructions {
  func resolve(into resolved: inout ResolvedInstructions) {
    for content in repeat each contents { content.resolve(into: &resolved) }
  }
}

extension ConditionalDynamicInstructions: PrimitiveInstructions {
  func resolve(into resolved: inout ResolvedInstructions) {
    switch branch {
    case .trueContent(let content): content.resolve(into: &resolved)
    case .falseContent(let content): content.resolve(into: &resolved)
    }
  }
}

extension EmptyDynamicInstructions: PrimitiveInstructions {
  func resolve(into resolved: inout ResolvedInstructions) {}
}

extension DynamicInstructionsForEach: PrimitiveInstructions {
  func resolve(into resolved: inout ResolvedInstructions) {
    for element in data { content(element).resolve(into: &resolved) }
  }
}
