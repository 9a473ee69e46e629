import Foundation
import SwiftletGGUF
import SwiftletServer

/// The settings of `serve`, from its arguments, else from the environment.
struct ServeSettings {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// The value of an option, or of its variable in the environment.
  func string(_ name: String) -> String? { strings(name).last }

  /// All values of an option; a variable of the environment has one.
  func strings(_ name: String) -> [String] {
    let given = arguments.strings(name)
    guard given.isEmpty else { return given }
    let variable = "SWIFTLET_" + name.drop { $0 == "-" }.uppercased().replacing("-", with: "_")
    let value = Output.environment(variable)
    return value.isEmpty ? [] : [value]
  }

  /// Returns true if a flag was given, or its variable is set to anything but 0.
  func has(_ name: String) -> Bool { arguments.has(name) || !["", "0"].contains(strings(name).last ?? "") }

  /// The value of an option as an integer.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    try Arguments.integer(string(name), of: name, in: range)
  }

  /// The value of an option as a time; negative times are none.
  func time(_ name: String) throws(UsageError) -> Duration? {
    guard let text = string(name) else { return nil }
    guard let seconds = Duration.seconds(ofText: text), seconds.isFinite, seconds < 1e9 else {
      throw UsageError(argument: name, reason: "found \(text), expected seconds, or a time such as 90s or 5m")
    }
    return seconds < 0 ? nil : .milliseconds(Int(clamping: seconds * 1000))
  }

  /// The value of an option as a number of bytes.
  func size(_ name: String) throws(UsageError) -> Int? {
    guard let text = string(name) else { return nil }
    return try Arguments.size(text, of: name)
  }

  /// The limits of the transport.
  var limits: HTTPServerLimits {
    get throws(UsageError) {
      var limits = HTTPServerLimits()
      if let bytes = try size("--max-body") { limits.bodyBytes = bytes }
      if let count = try integer("--max-connections", in: 1...1 << 20) { limits.connections = count }
      if let time = try time("--write-timeout") { limits.writeTimeout = time }
      return limits
    }
  }

  /// Returns the settings of the application.
  func configuration(keys: [String]) throws(UsageError) -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.keys = keys
    configuration.allowedOrigins = strings("--cors-origin")
    configuration.acceptsAnyModel = has("--any-model")
    configuration.parallelAnswers = try integer("--parallel", in: 1...64) ?? 8
    configuration.maximumWaiting = try integer("--max-queue", in: 0...1 << 20) ?? 128
    if let time = try time("--queue-timeout") { configuration.queueTimeout = time }
    configuration.answerTimeout = try time("--request-timeout")
    configuration.keepAlive = try time("--keep-alive")
    configuration.memoryLimit = try size("--memory")
    if let seconds = try integer("--ping", in: 0...86_400) {
      configuration.pingInterval = seconds == 0 ? nil : .seconds(seconds)
    }
    if let count = try integer("--responses-store", in: 0...1 << 20) { configuration.storedResponses = count }
    configuration.alwaysReportsUsage = has("--always-usage")
    configuration.namesReasoningTwice = has("--reasoning-twice")
    if has("--image-urls") { configuration.imageAddresses = .init() }
    configuration.hasPage = !has("--no-page")
    configuration.speaksOllama = !has("--no-ollama")
    if let prefix = string("--metrics-prefix") {
      // The first character of a name is no digit.
      guard prefix.wholeMatch(of: /[A-Za-z_:][A-Za-z0-9_:]*/) != nil else {
        throw UsageError(
          argument: "--metrics-prefix", reason: "found \(prefix), expected letters, digits, underscores and colons")
      }
      configuration.metricsPrefix = prefix
    }
    if let word = string("--log") {
      guard let format = ServerConfiguration.LogFormat(rawValue: word) else {
        let all = ServerConfiguration.LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(argument: "--log", reason: "found \(word), expected one of \(all)")
      }
      configuration.logFormat = format
    }
    configuration.log = { Output.error($0 + "\n") }
    return configuration
  }
}
