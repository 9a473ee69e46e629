/// Creates a property of ``SessionPropertyValues`` from a variable with a default value.
///
/// ```swift
/// extension SessionPropertyValues {
///   @SessionPropertyEntry var city = "Rome"
/// }
/// session.properties.city = "Oslo"
/// ```
///
/// The value is stored under a generated ``SessionPropertyKey``. It is the initial value of the variable
/// until it is assigned in a session; an optional variable without an initial value starts as nil.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() =
  #externalMacro(module: "SwiftletMacros", type: "SessionPropertyEntryMacro")

/// Creates a getter from the initial value of a variable.
///
/// Only expansions of ``SessionPropertyEntry()`` use this: the type of a variable may be inferred from an initial
/// value, but not from a getter.
@attached(accessor)
public macro __SessionPropertyEntryDefaultValue() =
  #externalMacro(module: "SwiftletMacros", type: "SessionPropertyEntryDefaultValueMacro")
