import SwiftletInference

// The sampling options, with the names of llama.cpp.

extension Option {
  static let sampling = SamplingSetting.all.map { setting in
    var option = Option(
      setting.flag, setting.placeholder,
      setting.defaultText.map { "\(setting.help); default: \($0)" } ?? setting.help)
    option.aliases = [setting.alias].compactMap(\.self)
    return option
  }
}

extension Arguments {
  /// Parses the sampling options.
  func samplingOptions() throws(UsageError) -> SamplingOptions {
    var options = SamplingOptions()
    for setting in SamplingSetting.all where has(setting.flag) {
      guard let wrong = setting.parse(strings(setting.flag), into: &options) else { continue }
      throw UsageError(argument: setting.flag, reason: "found \(wrong), expected \(setting.range)")
    }
    return options
  }
}
