/// Conforms a struct or an enum to ``Generable``, so that models can generate values of it.
///
/// A model generates the stored properties of a struct in their order. Each needs an explicit type annotation, and
/// the type has to be ``Generable`` or an optional of one; `@Guide` adds constraints. A property of type
/// ``GenerationID`` is not generated: it identifies the value. Nor is a constant with a value, such as
/// `let id = UUID()`.
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
/// An enum is a choice. One without associated values is generated as the name of the case, or as its raw value
/// if that is a string; otherwise cases are generated as objects whose property `type` is the name of
/// the case, and whose other properties are the associated values by label, or `value`, `value1` and so on.
///
/// - Parameter description: A description of the type for the model.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil) =
  #externalMacro(module: "SwiftletMacros", type: "GenerableMacro")

/// Conforms a struct or an enum to ``Generable``, with a choice of the representation of nil in generated content.
///
/// - Parameters:
///   - description: A description of the type for the model.
///   - representNilExplicitlyInGeneratedContent: True if properties that are nil are written as null. Otherwise they
///     are left out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
  #externalMacro(module: "SwiftletMacros", type: "GenerableMacro")

/// Conforms a struct or an enum to ``Generable`` with a custom schema name.
///
/// - Parameters:
///   - name: The name of the schema.
///   - description: A description of the type for the model.
///   - representNilExplicitlyInGeneratedContent: True if properties that are nil are written as null. Otherwise they
///     are left out.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(
  name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "SwiftletMacros", type: "GenerableMacro")

/// Describes a stored property of a ``Generable`` struct to the model, and constrains its values.
///
/// Multiple guides on one property are combined.
///
/// - Parameters:
///   - description: A description of the property for the model.
///   - guides: The constraints on its values.
@attached(peer)
public macro Guide<T>(description: String? = nil, _ guides: GenerationGuide<T>...) =
  #externalMacro(module: "SwiftletMacros", type: "GuideMacro") where T: Generable

/// Describes a stored property of a ``Generable`` struct to the model, and constrains its text by a regular expression.
///
/// - Parameters:
///   - description: A description of the property for the model.
///   - guides: The regular expression that the whole text has to match.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
  #externalMacro(module: "SwiftletMacros", type: "GuideMacro")

/// Describes a stored property of a ``Generable`` struct to the model.
///
/// - Parameter description: A description of the property for the model.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "SwiftletMacros", type: "GuideMacro")
