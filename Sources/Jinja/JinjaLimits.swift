/// How much a template may use before it is stopped.
///
/// Templates come with model files, so they are not trusted. The standard limits let the largest known templates write
/// conversations that fill a context of a million tokens; a template made to hang or to fill memory is stopped within a
/// second and 100 MB.
public struct JinjaLimits: Sendable, Hashable {
  /// How many operations a run may take; long strings count for more than one.
  public var steps: Int
  /// How many milliseconds of its thread's processor time a run may take.
  ///
  /// The other limits are reached first, except on a slow machine: they are the same everywhere.
  public var milliseconds: Int
  /// How deep statements and expressions may nest in one another while a template runs, macros' bodies included.
  public var depth: Int
  /// How deep values may nest in one another.
  public var nesting: Int
  /// How many bytes of UTF-8 a run may write.
  public var outputBytes: Int
  /// How many bytes the values that a run has made, and not yet dropped, may take together.
  public var memoryBytes: Int
  /// How many elements a range, a repetition or a list may have.
  public var elements: Int

  /// The limits that are used where none are given.
  public static let standard = JinjaLimits()

  /// Creates limits.
  public init(
    steps: Int = 4_000_000, milliseconds: Int = 1000, depth: Int = 800, nesting: Int = 200,
    outputBytes: Int = 16 << 20, memoryBytes: Int = 32 << 20, elements: Int = 100_000
  ) {
    self.steps = steps
    self.milliseconds = milliseconds
    self.depth = depth
    self.nesting = nesting
    self.outputBytes = outputBytes
    self.memoryBytes = memoryBytes
    self.elements = elements
  }

  /// The limits by name, for errors.
  public enum Kind: String, Sendable, Hashable {
    /// Bytes of a template's source.
    case sourceBytes
    /// How deep a template's source nests.
    case sourceDepth
    /// ``JinjaLimits/steps``.
    case steps
    /// ``JinjaLimits/milliseconds``.
    case milliseconds
    /// ``JinjaLimits/depth``.
    case depth
    /// ``JinjaLimits/nesting``.
    case nesting
    /// ``JinjaLimits/outputBytes``.
    case outputBytes
    /// ``JinjaLimits/memoryBytes``.
    case memoryBytes
    /// ``JinjaLimits/elements``.
    case elements
  }
}
