import Foundation
import Options
import SwiftletHashing

/// The speed of the hash functions with each instruction set of the processor, next to that of Python's `hashlib`, which
/// calls OpenSSL.
@main
enum Main {
  private static let help = """
    usage: hashing [--megabytes N] [--repetitions N]

    Prints the speed of SHA-256 and SHA-1 in MB/s, the best of several repetitions over the same bytes in memory: with each
    instruction set of the processor, and with Python's hashlib if python3 is installed.
    """

  static func main() async {
    await Program.run(help) { arguments in
      var (megabytes, repetitions) = (64, 5)
      while let word = arguments.next() {
        switch word {
        case "--megabytes": megabytes = try arguments.integer(word, in: 1...4096)
        case "--repetitions": repetitions = try arguments.integer(word, in: 1...1000)
        default: throw UsageError(argument: word, reason: "unknown option")
        }
      }
      report(byteCount: megabytes * 1_000_000, repetitions: repetitions)
      return true
    }
  }

  private static func report(byteCount: Int, repetitions: Int) {
    let bytes = [UInt8](repeating: 0x5A, count: byteCount)
    print("instructions   SHA-256     SHA-1   MB/s")
    for instructions in HashInstructions.allCases where HashInstructions.available.contains(instructions) {
      let first = best(repetitions) {
        var hash = SHA256(instructions: instructions)
        hash.update(bytes.span)
        return hash.finalize()
      }
      let second = best(repetitions) {
        var hash = SHA1(instructions: instructions)
        hash.update(bytes.span)
        return hash.finalize()
      }
      row(instructions.rawValue, [first, second].map { Double(byteCount) / $0 / 1e6 })
    }
    if let peer = python(byteCount: byteCount, repetitions: repetitions) { row("hashlib", peer) }
  }

  private static func row(_ name: String, _ speeds: [Double]) {
    let columns = speeds.map { String(format: "%10.0f", $0) }.joined()
    print(name.padding(toLength: 12, withPad: " ", startingAt: 0) + columns)
  }

  /// The shortest time of several, in seconds; digests are compared so that none is computed for nothing.
  private static func best(_ repetitions: Int, _ work: () -> HashDigest) -> Double {
    var (shortest, digests) = (Double.infinity, Set<HashDigest>())
    for _ in 0..<repetitions {
      let time = ContinuousClock().measure { digests.insert(work()) }
      shortest = min(shortest, time / .seconds(1))
    }
    precondition(digests.count == 1)
    return shortest
  }

  /// The speeds of Python's `hashlib` in MB/s; nil without Python.
  private static func python(byteCount: Int, repetitions: Int) -> [Double]? {
    let program = """
      import hashlib, time
      data = b"Z" * \(byteCount)
      for name in ("sha256", "sha1"):
          times = []
          for _ in range(\(repetitions)):
              start = time.perf_counter()
              hashlib.new(name, data).digest()
              times.append(time.perf_counter() - start)
          print(len(data) / min(times) / 1e6)
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let speeds = text.split(separator: "\n").compactMap { Double($0) }
    return speeds.count == 2 ? speeds : nil
  }
}
