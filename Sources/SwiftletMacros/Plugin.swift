import SwiftSyntaxMacros

/// The macros that this plug-in implements.
private var macros: [any Macro.Type] {
  [GenerableMacro.self, GuideMacro.self, SessionPropertyEntryMacro.self, SessionPropertyEntryDefaultValueMacro.self]
}

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  @main struct Plugin: CompilerPlugin {
    let providingMacros = macros
  }
#else
  // A toolchain ships the whole of swift-syntax but the protocol above, whose `main` this is.
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  @main struct Plugin: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = macros.first(where: { String(reflecting: $0) == "\(moduleName).\(typeName)" }) else {
        throw UnknownMacro(name: "\(moduleName).\(typeName)")
      }
      return macro
    }

    static func main() throws {
      try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Plugin()).main()
    }
  }

  /// The compiler asked for a macro that this plug-in does not have.
  private struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "no macro named \(name) in this plug-in" }
  }
#endif
