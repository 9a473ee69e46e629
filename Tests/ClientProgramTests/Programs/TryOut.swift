import FoundationModels
import Playgrounds

/// The count of playgrounds that were run.
enum TryOut {
  nonisolated(unsafe) static var runs = 0

  #Playground("In a type") {
    TryOut.runs += 1
  }
}

#Playground {
  let session = LanguageModelSession(instructions: "You are a barista.")
  let response = try await session.respond(to: "What goes well with rain?")
  TryOut.runs += 1
}

#Playground("An itinerary") {
  let session = LanguageModelSession()
  for try await snapshot in session.streamResponse(to: "Two days in Norway", generating: Itinerary.self) {
    print(snapshot.rawContent, snapshot.rawContent.isComplete)
  }
  let itinerary = try await session.respond(to: "And in Rome", generating: Itinerary.self).content
  print(itinerary.title, itinerary.days.map(\.title))
  TryOut.runs += 1
}

#Playground("Availability") {
  switch SystemLanguageModel.default.availability {
  case .available: print("It is there.")
  case .unavailable(let reason): print("It is not there: \(reason)")
  }
  Task { try await LanguageModelSession().respond(to: "Hello!") }
}
