/// Type-erased dynamic instructions.
public struct AnyDynamicInstructions: DynamicInstructions {
  private let base: any DynamicInstructions

  /// Erases the type of instructions.
  ///
  /// - Parameter dynamicInstructions: The instructions.
  public init(_ dynamicInstructions: any DynamicInstructions) { base = dynamicInstructions }

  /// Erases the type of instructions.
  ///
  /// - Parameter dynamicInstructions: The instructions.
  public init(erasing dynamicInstructions: some DynamicInstructions) { base = dynamicInstructions }

  /// The type has no body.
  public typealias Body = Never
}

/// A sequence of dynamic instructions.
public struct TupleDynamicInstructions<each Content>: DynamicInstructions
where repeat each Content: DynamicInstructions {
  private let contents: (repeat each Content)

  /// Joins instructions.
  ///
  /// - Parameter contents: The instructions, in order.
  public init(_ contents: repeat each Content) { self.contents = (repeat each contents) }

  /// The type has no body.
  public typealias Body = Never
}

/// The dynamic instructions of one of two branches.
public struct ConditionalDynamicInstructions<TrueContent, FalseContent>: DynamicInstructions
where TrueContent: DynamicInstructions, FalseContent: DynamicInstructions {
  private let branch: Branch

  /// Creates the instructions of a branch.
  ///
  /// - Parameter branch: The branch.
  public init(_ branch: Branch) { self.branch = branch }

  /// The branch of a condition.
  public enum Branch {
    /// The branch of a true condition.
    case trueContent(TrueContent)
    /// The branch of a false condition.
    case falseContent(FalseContent)
  }

  /// The type has no body.
  public typealias Body = Never
}

/// Dynamic instructions without content.
public struct EmptyDynamicInstructions: DynamicInstructions, Sendable {
  /// Creates empty instructions.
  public init() {}

  /// The type has no body.
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
  ///   - id: The key path of an element's identifier.
  ///   - content: A closure that builds the instructions for an element.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  /// The type has no body.
  public typealias Body = Never
}

extension DynamicInstructionsForEach where ID == Data.Element.ID, Data.Element: Identifiable {
  /// Creates instructions for each element.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - content: A closure that builds the instructions for an element.
  public init(_ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}

// MARK: - Resolution

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
