/// The resource limits of a rendering.
///
/// Templates come with model files, so they are untrusted. With the standard limits the largest known templates can
/// render conversations of a million tokens, while a hostile template is stopped within one second and 100 MB.
public struct JinjaLimits: Sendable, Hashable {
  /// The maximum number of operations; operations on long strings count several times.
  public var steps: Int
  /// The maximum processor time of the thread in milliseconds.
  ///
  /// The other limits, which do not depend on the machine, are reached first except on slow machines.
  public var milliseconds: Int
  /// The maximum nesting depth of statements and expressions during evaluation, including the bodies of macros.
  public var depth: Int
  /// The maximum nesting depth of values.
  public var nesting: Int
  /// The maximum length of the output in bytes of UTF-8.
  public var outputBytes: Int
  /// The maximum total size in bytes of the live values of a run.
  public var memoryBytes: Int
  /// The maximum number of elements of a range, a repetition or a list.
  public var elements: Int

  /// The default limits.
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

  /// The kind of a limit, for errors.
  public enum Kind: String, Sendable, Hashable {
    /// The length of the source of a template in bytes.
    case sourceBytes
    /// The nesting depth of the source of a template.
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
