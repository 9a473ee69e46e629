import Options

/// The parsed command line.
struct SoakOptions {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  var minutes = 10.0
  var clients = 32
  /// The KV cache limit, too small for all clients at once.
  var cacheMegabytes = 7
  /// The longest time without progress of a client, in seconds.
  var stallTimeout = 60.0
  var seed: UInt64 = 1
  /// The activities of clients.
  var activities = Activity.allCases

  static let help = """
    Soak test: many concurrent clients with random activities, checked for wrong results, stalls and leaks.

    usage: soak [MODEL] [--minutes N] [--clients N] [--threads N] [--cache-megabytes N] [--stall-timeout N]
                [--seed N] [--only ACTIVITY,…]

      --minutes N          duration
      --clients N          number of concurrent clients
      --threads N          the number of threads; default: physical cores
      --cache-megabytes N  KV cache limit
      --stall-timeout N    longest time without progress of a client, in seconds
      --seed N             random seed
      --only ACTIVITY,…    activities: \(Activity.allCases.map(\.rawValue).joined(separator: ", "))
    """

  init(_ words: inout ArgumentReader) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--minutes": minutes = try words.number(word)
      case "--clients": clients = try words.integer(word)
      case "--cache-megabytes": cacheMegabytes = try words.integer(word, in: 1...1_000_000)
      case "--stall-timeout": stallTimeout = try words.number(word)
      case "--only":
        var names = ArgumentReader(try words.text(word).split(separator: ",").map(String.init))
        activities = []
        while !names.isEmpty { activities.append(try names.choice(word, among: Activity.allCases)) }
        guard !activities.isEmpty else { throw UsageError(argument: word, reason: "is empty") }
      case "--seed": seed = UInt64(try words.integer(word, in: 0 ... .max))
      default: model = try words.operand(word)
      }
    }
  }
}
