import SwiftletInference

// The options for the choice of tokens, under the names that llama.cpp's users know.

extension Option {
  static let sampling = SamplingSetting.all.map { setting in
    Option(
      setting.flag, setting.symbol,
      setting.standard.map { "\(setting.help); default: \($0)" } ?? setting.help, or: setting.alias)
  }
}

extension Arguments {
  /// What the options say about the choice of tokens.
  func samplingOptions() throws(UsageError) -> SamplingOptions {
    var options = SamplingOptions()
    for setting in SamplingSetting.all where has(setting.flag) {
      guard let wrong = setting.read(strings(setting.flag), into: &options) else { continue }
      throw UsageError(what: setting.flag, why: "found \(wrong), expected \(setting.range)")
    }
    return options
  }
}
