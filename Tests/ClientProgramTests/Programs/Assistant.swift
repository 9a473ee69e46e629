import Foundation
import FoundationModels

/// A weather tool with a structured output.
struct GetWeather: Tool {
  let name = "getWeather"
  let description = "Gets the weather of a city."
  let station: @Sendable (String) async throws -> Double

  @Generable
  struct Arguments {
    @Guide(description: "The city")
    var city: String
    @Guide(.anyOf(["celsius", "fahrenheit"]))
    var unit: String
  }

  func call(arguments: Arguments) async throws -> GeneratedContent {
    let celsius = try await station(arguments.city)
    let degrees = arguments.unit == "celsius" ? celsius : celsius * 9 / 5 + 32
    return GeneratedContent(properties: ["city": arguments.city, "temperature": degrees])
  }
}

/// An address book tool that returns single entries.
actor AddressBook {
  struct Contact: Sendable {
    var name: String
    var city: String
  }
  private let contacts: [Contact]
  private(set) var searches = 0

  init(_ contacts: [Contact]) {
    self.contacts = contacts
  }

  func contacts(in city: String) -> [Contact] {
    searches += 1
    return contacts.filter { $0.city == city }
  }
}

struct FindContacts: Tool {
  let description = "Finds the people whom the user knows in a city."
  let book: AddressBook

  @Generable
  struct Arguments {
    @Guide(description: "The city")
    var city: String
    @Guide(description: "At most so many", .range(1...5))
    var limit: Int
  }

  struct NobodyThere: LocalizedError {
    var city: String
    var errorDescription: String? { "Nobody is known in \(city)." }
  }

  func call(arguments: Arguments) async throws -> [String] {
    let found = await book.contacts(in: arguments.city).prefix(arguments.limit)
    guard !found.isEmpty else { throw NobodyThere(city: arguments.city) }
    return found.map(\.name)
  }
}

/// An assistant with both tools.
struct Assistant {
  let session: LanguageModelSession

  init(
    model: some LanguageModel = SystemLanguageModel.default, book: AddressBook,
    station: @escaping @Sendable (String) async throws -> Double
  ) {
    session = LanguageModelSession(
      model: model, tools: [GetWeather(station: station), FindContacts(book: book)],
      instructions: "Help the user to visit friends when the weather is good.")
  }

  func answer(_ question: String) async throws -> String {
    do {
      return try await session.respond(to: question).content
    } catch let error as LanguageModelSession.ToolCallError {
      guard let reason = error.underlyingError as? FindContacts.NobodyThere else { throw error }
      return "\(error.tool.name): \(reason.localizedDescription)"
    }
  }
}
