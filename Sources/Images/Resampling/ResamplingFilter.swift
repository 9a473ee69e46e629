#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// A method to compute the pixels of a resized picture, with the definitions of Pillow.
///
/// All but ``nearest`` are weighted means; when pictures shrink, they reach over as many more pixels (antialiasing).
public enum ResamplingFilter: String, Sendable, Hashable, CaseIterable {
  /// The nearest pixel.
  case nearest
  /// The mean over the area of a pixel.
  case box
  /// Linear interpolation, a triangle.
  case bilinear
  /// A windowed sinc of one lobe, sharper than ``bilinear``.
  case hamming
  /// Cubic interpolation with a = −½ (Keys 1981).
  case bicubic
  /// A windowed sinc of three lobes.
  case lanczos

  /// The distance in pixels of the farthest pixel with a weight.
  var support: Double {
    switch self {
    case .nearest, .box: 0.5
    case .bilinear, .hamming: 1
    case .bicubic: 2
    case .lanczos: 3
    }
  }

  /// Returns the weight of a pixel at a distance, before normalisation.
  func weight(_ distance: Double) -> Double {
    let x = distance.magnitude
    switch self {
    case .nearest, .box: return distance > -0.5 && distance <= 0.5 ? 1 : 0
    case .bilinear: return x < 1 ? 1 - x : 0
    case .hamming:
      if x == 0 { return 1 }
      return x < 1 ? Self.sinc(x) * (Self.window.0 + Self.window.1 * cos(x * .pi)) : 0
    case .bicubic:
      let a = -0.5
      if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
      return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0
    case .lanczos: return distance >= -3 && distance < 3 ? Self.sinc(distance) * Self.sinc(distance / 3) : 0
    }
  }

  /// The coefficients 0.54 and 0.46 of the window in single precision, as in Pillow.
  private static let window: (Double, Double) = (Double(0.54 as Float), Double(0.46 as Float))

  private static func sinc(_ x: Double) -> Double {
    x == 0 ? 1 : sin(x * .pi) / (x * .pi)
  }
}
