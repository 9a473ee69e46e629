import Options

/// A soak test with many concurrent clients.
@main
struct Main {
  static func main() async {
    await Program.run(SoakOptions.help) { words in try await Soak(SoakOptions(&words)).run() }
  }
}
