import SwiftSyntaxMacros

/// The macros of this plug-in.
private var macros: [any Macro.Type] {
  [
    GenerableMacro.self, GuideMacro.self, SessionPropertyEntryMacro.self, SessionPropertyEntryDefaultValueMacro.self,
    PlaygroundMacro.self,
  ]
}

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  @main struct Plugin: CompilerPlugin {
    let providingMacros = macros
  }
#else
  // A toolchain ships all of swift-syntax except the protocol above, whose `main` is reimplemented here.
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

  /// The compiler requested a macro that this plug-in does not have.
  private struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "no macro named \(name) in this plug-in" }
  }
#endif
