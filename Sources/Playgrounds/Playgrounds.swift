// The module name of Apple's framework, so that sources with playgrounds compile on Linux.

/// Declares a playground: code that Xcode runs beside its source.
///
/// ```swift
/// import FoundationModels
/// import Playgrounds
///
/// #Playground("A greeting") {
///   let session = LanguageModelSession()
///   let response = try await session.respond(to: "Hello!")
///   print(response.content)
/// }
/// ```
///
/// Here the compiler only checks it; in a build there is nothing of it.
///
/// - Parameters:
///   - name: The name of the playground.
///   - body: The code.
@freestanding(declaration)
public macro Playground(_ name: String? = nil, body: @escaping @Sendable () async throws -> Void) =
  #externalMacro(module: "SwiftletMacros", type: "PlaygroundMacro")
