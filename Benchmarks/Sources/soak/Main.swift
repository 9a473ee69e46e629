import Options

/// Serves clients that do all that clients do, for a long time, and looks for what must never happen.
@main
struct Main {
  static func main() async {
    await Program.run(SoakOptions.help) { words in try await Soak(SoakOptions(&words)).run() }
  }
}
