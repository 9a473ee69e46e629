public import Foundation

// Tool arguments are objects, so a tool cannot take a number or string. Diagnosing that at compile time requires a
// property that is more specific than the default, and unavailable.

extension Tool where Self.Arguments == String {
  /// Unavailable: the arguments have to be an object.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'String' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { String.generationSchema }
}

extension Tool where Self.Arguments == Int {
  /// Unavailable: the arguments have to be an object.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Int' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Int.generationSchema }
}

extension Tool where Self.Arguments == Double {
  /// Unavailable: the arguments have to be an object.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Double' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Double.generationSchema }
}

extension Tool where Self.Arguments == Float {
  /// Unavailable: the arguments have to be an object.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Float' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Float.generationSchema }
}

extension Tool where Self.Arguments == Decimal {
  /// Unavailable: the arguments have to be an object.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Decimal' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Decimal.generationSchema }
}

extension Tool where Self.Arguments == Bool {
  /// Unavailable: the arguments have to be an object.
  @available(
    *, unavailable,
    message: "'Tool' that uses 'Bool' as 'Arguments' type is unsupported. Use '@Generable' struct instead."
  )
  public var parameters: GenerationSchema { Bool.generationSchema }
}
