import Options

/// What the command line says.
struct SoakOptions {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  var minutes = 10.0
  var clients = 32
  /// What the cache of what has been read is kept below: too little for all clients at once, however short answers are.
  var cacheMegabytes = 7
  /// How long a client may wait for the next thing to happen, in seconds.
  var patience = 60.0
  var seed: UInt64 = 1
  /// What clients do, each as often as its weight says.
  var activities = Activity.allCases

  static let help = """
    Serves clients that do all that clients do, for a long time, and looks for what must never happen.

    usage: soak [MODEL] [--minutes N] [--clients N] [--threads N] [--cache-megabytes N] [--patience SECONDS]
                [--seed N] [--only ACTIVITY,…]

      --minutes N          for how long
      --clients N          how many clients at once
      --threads N          the number of threads; default: physical cores
      --cache-megabytes N  what the cache of what has been read is kept below
      --patience SECONDS   how long a client may wait for anything to happen
      --seed N             what clients draw by
      --only ACTIVITY,…    what they do: \(Activity.allCases.map(\.rawValue).joined(separator: ", "))
    """

  init(_ words: inout Words) throws(UsageError) {
    while let word = words.next() {
      switch word {
      case "--threads": threads = try words.integer(word, in: 1...1024)
      case "--minutes": minutes = try words.number(word)
      case "--clients": clients = try words.integer(word)
      case "--cache-megabytes": cacheMegabytes = try words.integer(word, in: 1...1_000_000)
      case "--patience": patience = try words.number(word)
      case "--only":
        var names = Words(try words.text(word).split(separator: ",").map(String.init))
        activities = []
        while !names.isEmpty { activities.append(try names.choice(word, among: Activity.allCases)) }
        guard !activities.isEmpty else { throw UsageError(what: word, why: "names nothing") }
      case "--seed": seed = UInt64(try words.integer(word, in: 0 ... .max))
      default: model = try words.operand(word)
      }
    }
  }
}
