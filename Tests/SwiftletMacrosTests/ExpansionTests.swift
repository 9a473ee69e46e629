import Testing

/// Whole expansions, as "Expand Macro" shows them; the many forms that a declaration may take are in `FormTests`.
struct ExpansionTests {
  @Test func aStructGetsFourThings() {
    let expansion = Expansion(
      of: """
        @Generable(description: "A dish")
        public struct Dish: Equatable {
          @Guide(description: "Minutes", .range(1...90)) public var time: Int
          var note: String?
        }
        """)
    #expect(expansion.errors == [])
    #expect(
      expansion.source == """
        public struct Dish: Equatable {
          public var time: Int
          var note: String?

          nonisolated public static var generationSchema: Swiftlet.GenerationSchema {
            var __properties: [Swiftlet.GenerationSchema.Property] = []
            __properties.append(Swiftlet.GenerationSchema.Property(name: "time", description: "Minutes", type: Int.self, guides: [.range(1 ... 90)]))
            __properties.append(Swiftlet.GenerationSchema.Property(name: "note", type: String?.self))
            return Swiftlet.GenerationSchema(
              type: Self.self,
              description: "A dish",
              properties: __properties
            )
          }

          nonisolated public var generatedContent: Swiftlet.GeneratedContent {
            var __properties: [(Swift.String, any Swiftlet.ConvertibleToGeneratedContent)] = []
            func add(_ name: Swift.String, _ value: some Swiftlet.Generable) {
              __properties.append((name, value))
            }
            func add(_ name: Swift.String, _ value: (some Swiftlet.Generable)?) {
              if let value {
                add(name, value)
              }
            }
            add("time", self.time)
            add("note", self.note)
            return Swiftlet.GeneratedContent(properties: __properties, uniquingKeysWith: {
                $1
              })
          }

          nonisolated public struct PartiallyGenerated: Swift.Identifiable, Swiftlet.ConvertibleFromGeneratedContent {
            public var id: Swiftlet.GenerationID
            public var time: Int.PartiallyGenerated?
            public var note: String.PartiallyGenerated?
            nonisolated public init(_ content: Swiftlet.GeneratedContent) throws {
              let __id = content.id ?? Swiftlet.GenerationID()
              self.id = __id
              self.time = try content.value(forProperty: "time")
              self.note = try content.value(forProperty: "note")
            }
          }
        }

        extension Dish: nonisolated Swiftlet.Generable {
          nonisolated public init(_ content: Swiftlet.GeneratedContent) throws {
            self.time = try content.value(forProperty: "time")
            self.note = try content.value(forProperty: "note")
          }
        }
        """)
  }

  @Test func anEnumOfNamesIsItsOwnSnapshot() {
    let expansion = Expansion(of: "@Generable\nenum Meal {\n  case waffles, `default`\n}")
    #expect(expansion.errors == [])
    #expect(
      expansion.source == #"""
        enum Meal {
          case waffles, `default`

          nonisolated static var generationSchema: Swiftlet.GenerationSchema {
            var __names: [Swift.String] = []
            __names.append("waffles")
            __names.append("default")
            return Swiftlet.GenerationSchema(
              type: Self.self,
              anyOf: __names
            )
          }

          nonisolated var generatedContent: Swiftlet.GeneratedContent {
            switch self {
            case .waffles:
              return Swiftlet.GeneratedContent(kind: .string("waffles"))
            case .`default`:
              return Swiftlet.GeneratedContent(kind: .string("default"))
            }
          }
        }

        extension Meal: nonisolated Swiftlet.Generable {
          nonisolated init(_ content: Swiftlet.GeneratedContent) throws {
            let __name = try content.value(Swift.String.self)
            switch __name {
            case "waffles":
              self = .waffles
            case "default":
              self = .`default`
            default:
              throw Swiftlet.GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "Unexpected value \"\(__name)\" for Meal"
              )
            }
          }
        }
        """#)
  }

  @Test func anEnumOfStringsUsesItsRawValues() {
    let expansion = Expansion(of: #"@Generable enum Meal: String, Codable { case waffles = "w" }"#)
    #expect(expansion.errors == [])
    #expect(expansion.source.contains("__names.append(Self.waffles.rawValue)"))
    #expect(expansion.source.contains("return Swiftlet.GeneratedContent(kind: .string(self.rawValue))"))
    #expect(expansion.source.contains("guard let value = Self(rawValue: __name) else {"))
    #expect(!expansion.source.contains("switch"))
    // With raw values of other types, cases go by their names.
    #expect(Expansion(of: "@Generable enum Meal: Int { case waffles }").source.contains(#"__names.append("waffles")"#))
  }

  @Test func anEnumWithPayloadsHasATypeForEachCase() {
    let expansion = Expansion(of: "@Generable\nenum Shape {\n  case circle(radius: Double), pair(Shape, Int?), none\n}")
    #expect(expansion.errors == [])
    for part in [
      "__types.append(DiscriminatedCircle.self)\n    __types.append(DiscriminatedPair.self)\n",
      """
          case .pair(let payload0, let payload1):
            add("type", "pair")
            add("value", payload0)
            add("value1", payload1)
          case .none:
            add("type", "none")
      """,
      """
        nonisolated enum PartiallyGenerated: Swiftlet.ConvertibleFromGeneratedContent {
          case circle(radius: Double.PartiallyGenerated?)
          case pair(Shape.PartiallyGenerated?, Int.PartiallyGenerated?)
          case none
          nonisolated init(_ content: Swiftlet.GeneratedContent) throws {
            let __name = try content.value(Swift.String.self, forProperty: "type")
            switch __name {
            case "circle":
              self = try .circle(radius: content.value(forProperty: "radius"))
            case "pair":
              self = try .pair(content.value(forProperty: "value"), content.value(forProperty: "value1"))
            case "none":
              self = .none
            default:
      """,
      """
        private nonisolated struct DiscriminatedCircle: Swiftlet.Generable {
          let generatedContent: Swiftlet.GeneratedContent
          init(_ content: Swiftlet.GeneratedContent) {
            generatedContent = content
          }
          static var generationSchema: Swiftlet.GenerationSchema {
            var __properties: [Swiftlet.GenerationSchema.Property] = []
            __properties.append(Swiftlet.GenerationSchema.Property(name: "type", type: Swift.String.self, guides: [.constant("circle")]))
            __properties.append(Swiftlet.GenerationSchema.Property(name: "radius", type: Double.self))
            return Swiftlet.GenerationSchema(
              type: Self.self,
              properties: __properties
            )
          }
        }
      """,
    ] {
      #expect(expansion.source.contains(part))
    }
  }
}
