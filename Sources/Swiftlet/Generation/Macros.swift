/// Conforms a struct or an enum to ``Generable``: models can then be asked for values of it.
///
/// The stored properties of a struct, in their order, are what a model generates. Each needs its type written out, and
/// that type has to be ``Generable`` or an optional of one; `@Guide` tells more about it. A property of type
/// ``GenerationID`` is not generated: it identifies the value.
///
/// ```swift
/// @Generable(description: "A dish and how to cook it")
/// struct Recipe {
///   var name: String
///   @Guide(description: "In minutes", .range(1...120))
///   var time: Int
///   @Guide(.count(3...8))
///   var steps: [String]
/// }
/// ```
///
/// An enum stands for a choice. One without associated values is generated as the name of the case, or as its raw value
/// where that is a string; the cases of another one are generated as objects whose property `type` is the name of
/// the case, and whose others are the associated values by their labels, or `value`, `value1` and so on without.
///
/// - Parameter description: What the type is, for the model.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil) =
  #externalMacro(module: "SwiftletMacros", type: "GenerableMacro")

/// Conforms a struct or an enum to ``Generable``, with a choice of how nil appears in generated content.
///
/// - Parameters:
///   - description: What the type is, for the model.
///   - representNilExplicitlyInGeneratedContent: Whether properties that are nil are written as null. Otherwise they are
///     left out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
  #externalMacro(module: "SwiftletMacros", type: "GenerableMacro")

/// Conforms a struct or an enum to ``Generable`` under a name other than that of the type.
///
/// - Parameters:
///   - name: The name that the schema has.
///   - description: What the type is, for the model.
///   - representNilExplicitlyInGeneratedContent: Whether properties that are nil are written as null. Otherwise they are
///     left out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(
  name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "SwiftletMacros", type: "GenerableMacro")

/// Describes a stored property of a ``Generable`` struct to the model, and bounds its values.
///
/// Several on one property add up.
///
/// - Parameters:
///   - description: What the property is, for the model.
///   - guides: What its values have to satisfy.
@attached(peer)
public macro Guide<T>(description: String? = nil, _ guides: GenerationGuide<T>...) =
  #externalMacro(module: "SwiftletMacros", type: "GuideMacro") where T: Generable

/// Describes a stored property of a ``Generable`` struct to the model, and bounds its text by a regular expression.
///
/// - Parameters:
///   - description: What the property is, for the model.
///   - guides: The regular expression that the whole text has to match.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
  #externalMacro(module: "SwiftletMacros", type: "GuideMacro")

/// Describes a stored property of a ``Generable`` struct to the model.
///
/// - Parameter description: What the property is.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "SwiftletMacros", type: "GuideMacro")
