#if os(Linux)
  import FoundationModels
  import Testing

  /// Macros where the library goes by its other name only.
  struct FoundationModelsMacroTests {
    @FoundationModels.Generable(description: "A pet")
    struct Pet {
      var id: FoundationModels.GenerationID
      @FoundationModels.Guide(description: "In years", .range(0...30)) var age: Int
      var kind: Kind

      @Generable enum Kind {
        case cat(lives: Int), dog
      }
    }

    @Test func expansionsCompile() throws {
      let text = #"{"age": 3, "kind": {"type": "cat", "lives": 9}}"#
      let pet = try Pet(GeneratedContent(json: text))
      #expect(pet.generatedContent.jsonString == text)
      #expect(try Pet.PartiallyGenerated(pet.generatedContent).id == pet.id)
      #expect(Pet.generationSchema.name == "Pet")
    }
  }
#endif
