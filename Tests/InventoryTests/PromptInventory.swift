import FoundationModels

func prompts(_ name: String?, _ legs: [Leg]) throws {
  let _ = Prompt("text")
  let _ = Prompt(Prompt("text"))
  let _ = Prompt(legs)
  let _: any PromptRepresentable = legs[0]
  let _: Prompt = "text".promptRepresentation
  let _: Prompt = ["text"].promptRepresentation
  let _: Prompt = legs[0].promptRepresentation
  let _: Prompt = GeneratedContent(1).promptRepresentation
  let _: Prompt = Prompt("text").promptRepresentation
  let _: [Prompt] = [
    true.promptRepresentation, 1.promptRepresentation, Float(1).promptRepresentation, 1.5.promptRepresentation,
  ]
  let optional: Leg? = nil
  let _: Prompt = optional.promptRepresentation
  let _ = try Prompt { try GeneratedContent(json: "{}") }
  let _ = Prompt {
    "text"
    Prompt("text")
    legs
    if let name { "for \(name)" }
    if legs.isEmpty { "none" } else { "\(legs.count)" }
    for leg in legs { leg }
    switch legs.count {
    case 0: "none"
    case 1: legs[0]
    default: optional
    }
    if #available(macOS 26, *) { "new" }
  }
}

func promptBuilder() {
  let _: Prompt = PromptBuilder.buildBlock("a", Prompt("b"), 1)
  let _: Prompt = PromptBuilder.buildArray(["a"])
  let _: Prompt = PromptBuilder.buildEither(first: "a")
  let _: Prompt = PromptBuilder.buildEither(second: Prompt("a"))
  let _: Prompt = PromptBuilder.buildOptional(nil)
  let _: Prompt = PromptBuilder.buildLimitedAvailability("a")
  let _: String = PromptBuilder.buildExpression("a")
  let _: Prompt = PromptBuilder.buildExpression(Prompt("a"))
}

func instructions(_ name: String?, _ legs: [Leg]) throws {
  let _ = Instructions("text")
  let _ = Instructions(Instructions("text"))
  let _ = Instructions(legs)
  let _: any InstructionsRepresentable = legs[0]
  let _: Instructions = "text".instructionsRepresentation
  let _: Instructions = ["text"].instructionsRepresentation
  let _: Instructions = legs[0].instructionsRepresentation
  let _: Instructions = Instructions("text").instructionsRepresentation
  let _: [Instructions] = [
    true.instructionsRepresentation, 1.instructionsRepresentation, Float(1).instructionsRepresentation,
    1.5.instructionsRepresentation,
  ]
  let optional: Leg? = nil
  let _: Instructions = optional.instructionsRepresentation
  let _ = try Instructions { try GeneratedContent(json: "{}") }
  let _ = Instructions {
    "text"
    Instructions("text")
    if let name { "for \(name)" }
    if legs.isEmpty { "none" } else { legs }
    for leg in legs { leg }
    if #available(macOS 26, *) { "new" }
  }
}

func instructionsBuilder() {
  let _: Instructions = InstructionsBuilder.buildBlock("a", Instructions("b"), 1)
  let _: Instructions = InstructionsBuilder.buildArray(["a"])
  let _: Instructions = InstructionsBuilder.buildEither(first: "a")
  let _: Instructions = InstructionsBuilder.buildEither(second: Instructions("a"))
  let _: Instructions = InstructionsBuilder.buildOptional(nil)
  let _: Instructions = InstructionsBuilder.buildLimitedAvailability("a")
  let _: String = InstructionsBuilder.buildExpression("a")
  let _: Instructions = InstructionsBuilder.buildExpression(Instructions("a"))
}

/// The requirements are builders, too.
struct Banner: PromptRepresentable, InstructionsRepresentable {
  var title: String

  var promptRepresentation: Prompt {
    "# \(title)"
    "Be brief."
  }

  var instructionsRepresentation: Instructions {
    "# \(title)"
    if title.isEmpty { "Find a title." }
  }
}
