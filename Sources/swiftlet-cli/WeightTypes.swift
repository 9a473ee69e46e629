import SwiftletGGUF
import SwiftletKernels

/// The names of the types that synthetic models have: one type for all matrices, or a quantisation mix.
enum WeightTypes {
  /// The names that ``mix(named:)`` accepts: those of formats that can be written, then those of other mixes.
  static var names: [String] {
    let formats = PackedFormat.allCases.map(\.rawValue).filter { mix(named: $0) != nil }
    return formats + QuantizationMix.all.map { $0.name.lowercased() }.filter { !formats.contains($0) }
  }

  /// Returns the mix with a name, which the name of a format makes pure; nil for other names.
  static func mix(named name: String) -> QuantizationMix? {
    let name = name.lowercased()
    guard let format = PackedFormat(rawValue: name) else {
      return QuantizationMix.all.first { $0.name.lowercased() == name }
    }
    var mix = QuantizationMix.all.first { PackedFormat($0.base) == format }
    mix?.isPure = true
    return mix
  }
}
