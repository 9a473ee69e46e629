/// An orientation of a picture from its EXIF data: how stored rows and columns are to be shown.
///
/// The raw values are those of tag 0x0112 (EXIF 2.32, section 4.6.4).
public enum EXIFOrientation: Int, Sendable, Hashable, CaseIterable {
  /// Stored as shown.
  case up = 1
  /// Shown mirrored left to right.
  case upMirrored
  /// Shown turned by 180°.
  case down
  /// Shown mirrored top to bottom.
  case downMirrored
  /// Shown mirrored at the main diagonal.
  case leftMirrored
  /// Shown turned clockwise by 90°.
  case right
  /// Shown mirrored at the other diagonal.
  case rightMirrored
  /// Shown turned anticlockwise by 90°.
  case left

  /// True if the width shown is the height stored.
  public var swapsSides: Bool { rawValue >= 5 }

  /// Reads the orientation from EXIF data, a TIFF structure with or without the prefix `Exif\0\0`.
  ///
  /// Damaged data and values that are not defined mean ``up``: metadata never prevents a picture from being shown.
  init(exif bytes: Span<UInt8>) {
    self = Self.find(in: bytes) ?? .up
  }

  private static func find(in bytes: Span<UInt8>) -> EXIFOrientation? {
    let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let start = bytes.count >= 6 && prefix.indices.allSatisfy { bytes[$0] == prefix[$0] } ? 6 : 0
    let tiff = bytes.extracting(start..<bytes.count)
    guard tiff.count >= 8, tiff[0] == tiff[1] else { return nil }
    let isLittle = tiff[0] == 0x49
    guard isLittle || tiff[0] == 0x4D else { return nil }

    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      return (0..<count).reduce(0) { $0 << 8 | Int(tiff[offset + (isLittle ? count - 1 - $1 : $1)]) }
    }

    guard number(2, 2) == 42, let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
    for entry in 0..<entries {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(offset, 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // Type 3 is a 16-bit, type 4 a 32-bit integer; some writers use the second.
      switch number(offset + 2, 2) {
      case 3: return number(offset + 8, 2).flatMap(EXIFOrientation.init(rawValue:))
      case 4: return number(offset + 8, 4).flatMap(EXIFOrientation.init(rawValue:))
      default: return nil
      }
    }
    return nil
  }
}
