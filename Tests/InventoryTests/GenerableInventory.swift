import Foundation
import FoundationModels
import RegexBuilder

// All forms of the macros. What they expand to is tested with the macros; here it counts that the uses compile.

@Generable
struct Ticket {
  var id: GenerationID
  @Guide(description: "Who travels") var name: String
  @Guide(description: "The class", .anyOf(["first", "second"])) var comfort: String
  @Guide(.constant("EUR")) let currency: String
  @Guide(description: "The number", /[A-Z]{2}\d{4}/) var number: String
  @Guide(.pattern(/\d+/)) var seat: String?
  @Guide(
    Regex {
      "A"; OneOrMore(.digit)
    }) var gate: String
  @Guide(.minimum(1), .maximum(9)) var adults: Int
  @Guide(.range(0...1)) var discount: Double
  @Guide(.minimum(0)) var price: Decimal
  @Guide(description: "Luggage in kilograms", .maximum(32)) var luggage: Float
  @Guide(.count(2)) var stops: [String]
  @Guide(.count(1...3)) var legs: [Leg]
  @Guide(.minimumCount(1), .maximumCount(4)) var notes: [String]
  @Guide(.element(.anyOf(["bike", "dog"]))) var extras: [String]
  var flexible: Bool
  var rest: GeneratedContent
}

@Generable()
enum Comfort: String, CaseIterable { case first, second }

@Generable(description: "What to do")
enum Plan {
  case stay
  case travel(Leg)
  case meet(person: String, day: Int)
}

/// A type that other modules see.
@Generable(description: "A node", representNilExplicitlyInGeneratedContent: true)
public struct Node {
  /// The nodes after this one.
  public var next: [Node]
  /// The name.
  public var label: String?
}

@Generable(name: "station", description: "A station", representNilExplicitlyInGeneratedContent: false)
struct Station { var name: String }

@Generable(name: "platform")
struct Platform { var number: Int }

func macroMembers(_ ticket: Ticket, _ content: GeneratedContent) throws {
  let _: GenerationSchema = Ticket.generationSchema
  let _: GeneratedContent = ticket.generatedContent
  let partial: Ticket.PartiallyGenerated = ticket.asPartiallyGenerated()
  let _: GenerationID = partial.id
  let _: String? = partial.name
  let _: [Leg.PartiallyGenerated]? = partial.legs
  let _ = try Ticket.PartiallyGenerated(content)
  let _ = try Ticket(content)
  let _: Comfort.PartiallyGenerated = Comfort.first
  let _ = try Plan.PartiallyGenerated(content)
  let _ = Leg(to: "a", kilometres: 1)
}

func protocols<Value: Generable, Input: ConvertibleFromGeneratedContent>(
  _ value: Value, _ type: Input.Type, _ content: GeneratedContent
) throws {
  let _: GenerationSchema = Value.generationSchema
  let _: Value.PartiallyGenerated = value.asPartiallyGenerated()
  let _: GeneratedContent = value.generatedContent
  let _: Prompt = value.promptRepresentation
  let _: Instructions = value.instructionsRepresentation
  let _ = try Value(content)
  let _ = try Value.PartiallyGenerated(content)
  let _ = try Input(content)
  let output: any ConvertibleToGeneratedContent = value
  let _: GeneratedContent = output.generatedContent
  let _: Prompt = output.promptRepresentation
  let _: Instructions = output.instructionsRepresentation
}

func standardTypes(_ content: GeneratedContent) throws {
  let _: [GenerationSchema] = [
    Bool.generationSchema, String.generationSchema, Int.generationSchema, Float.generationSchema,
    Double.generationSchema, Decimal.generationSchema, [Int].generationSchema, Never.generationSchema,
  ]
  let _ = try (Bool(content), String(content), Int(content), Float(content), Double(content), Decimal(content))
  let _ = try ([Int](content), { try Never(content) } as () throws -> Never)
  let optional: Int? = 1
  let _: [GeneratedContent] = [
    true.generatedContent, "a".generatedContent, 1.generatedContent, Float(1).generatedContent, 1.5.generatedContent,
    Decimal(1).generatedContent, [1].generatedContent, optional.generatedContent,
  ]
  let _: Decimal.PartiallyGenerated = Decimal(1)
  let _: [Leg].PartiallyGenerated = []
  let _: Int?.PartiallyGenerated = 1
  let _: (Prompt, Instructions) = (Decimal(1).promptRepresentation, Decimal(1).instructionsRepresentation)
  property(\Never.generatedContent, GeneratedContent.self)
}
