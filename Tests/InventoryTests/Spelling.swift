import FoundationModels

// These sources are the inventory: each declaration of the published interface in the spelling of a client, with the
// type that the client would give it. The compiler is the check; few of the functions are ever called. They are
// compiled without any feature that a client would have to enable.

/// Accepts a key path to a property and with it the property's type.
func property<Root, Value>(_: KeyPath<Root, Value>, _: Value.Type) {}

/// Accepts a key path to a property of a value that can be set.
func variable<Root, Value>(_: WritableKeyPath<Root, Value>, _: Value.Type) {}

/// Accepts a key path to a property of an object that can be set.
func reference<Root: AnyObject, Value>(_: ReferenceWritableKeyPath<Root, Value>, _: Value.Type) {}

/// A generable type for these spellings.
@Generable(description: "A leg of a trip")
struct Leg: Equatable {
  @Guide(description: "Where it ends") var to: String
  @Guide(.range(1...900)) var kilometres: Int
}

/// A tool with arguments and an output.
struct Timetable: Tool {
  let description = "Finds the next departure."

  func call(arguments: Leg) async throws -> String { "\(arguments.to) at ten" }
}
