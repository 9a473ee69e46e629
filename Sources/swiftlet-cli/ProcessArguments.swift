#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The arguments of this process.
///
/// On Linux, Swift reads them from `/proc`, and has none where that is not mounted.
struct ProcessArguments {
  /// The arguments, with the name of the program.
  private let texts: [[UInt8]]

  /// The arguments of this process; to be created before the environment is changed.
  static var current: ProcessArguments {
    // Safe: the array has as many elements.
    let listed = (0..<max(0, Int(CommandLine.argc))).map { unsafe UInt(bitPattern: CommandLine.unsafeArgv[$0]) }
    return ProcessArguments(texts: (listed.isEmpty ? addressesOnStack : listed).map(text))
  }

  /// The arguments without the name of the program.
  var words: [String] { texts.dropFirst().map { String(decoding: $0, as: UTF8.self) } }

  /// The index of the first argument that is not UTF-8; as text it is repaired, and the rest would not notice.
  var firstThatIsNotUTF8: Int? {
    texts.indices.dropFirst().first { String(validating: texts[$0], as: UTF8.self) == nil }
  }

  /// The bytes of the string at an address.
  private static func text(at address: UInt) -> [UInt8] {
    // Safe: arguments end with a zero, and live as long as the process.
    guard let start = unsafe UnsafePointer<CChar>(bitPattern: address) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
  }

  /// The addresses of the arguments below the environment on the stack of the first thread.
  ///
  /// A process starts with the number of arguments, their addresses, a null, and the addresses of the environment at the
  /// end of its stack (System V ABI, "Process Initialization"; that of Arm is the same).
  private static var addressesOnStack: [UInt] {
    #if os(Linux)
      guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "environ"),
        let environment = unsafe symbol.load(as: UnsafePointer<UInt>?.self)
      else { return [] }
      // Safe: the words below it are as described, until setenv(3) moves it.
      func word(_ index: Int) -> UInt { unsafe environment[-1 - index] }
      guard word(0) == 0 else { return [] }
      var addresses: [UInt] = []
      while word(1 + addresses.count) != UInt(addresses.count) {
        let address = word(1 + addresses.count)
        // Addresses are large, and there is no null before the number.
        guard address != 0 else { return [] }
        addresses.append(address)
      }
      return addresses.reversed()
    #else
      return []
    #endif
  }
}
