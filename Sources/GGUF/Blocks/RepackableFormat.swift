/// A format without kernels of its own, which is repacked as ``Q8_0`` with little loss.
///
/// Such formats have few bits per element, but need table lookups or several scales. As 8-bit multiples of their unit,
/// elements lose only the rounding of the unit to binary16; without a unit, half a 127th of the largest element.
public protocol RepackableFormat: BlockFormat {
  /// Returns the number of which all elements of a group of 32 are integer multiples below 128; nil if there is none.
  static func unit(_ block: UnsafeRawPointer, _ group: Int) -> Float?
}

extension RepackableFormat {
  /// Converts a block to ``Q8_0`` blocks.
  public static func repack(_ block: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: type.elementsPerBlock) { values in
      guard let start = values.baseAddress else { return }
      unsafe dequantize(block, into: start)
      for group in 0..<type.elementsPerBlock / 32 {
        let values = unsafe start + 32 * group
        let output = unsafe target + Q8_0.type.bytesPerBlock * group
        guard let unit = unsafe unit(block, group), unit != 0, unit.isFinite else {
          unsafe Q8_0.quantize(values, into: output)
          continue
        }
        unsafe output.storeBytes(of: HalfPrecision.f16(unit), as: UInt16.self)
        for j in 0..<32 {
          let q = unsafe (values[j] / unit).rounded()
          unsafe output.storeBytes(of: Int8(clamping: integer(q)), toByteOffset: 2 + j, as: Int8.self)
        }
      }
    }
  }
}

extension TensorType {
  /// The format of the type if it is repacked as ``Q8_0``; else nil.
  public var repackableFormat: (any RepackableFormat.Type)? {
    switch self {
    case .iq2_XXS: IQ2_XXS.self
    case .iq2_XS: IQ2_XS.self
    case .iq2_S: IQ2_S.self
    case .iq3_XXS: IQ3_XXS.self
    case .iq3_S: IQ3_S.self
    case .iq1_S: IQ1_S.self
    case .iq1_M: IQ1_M.self
    case .tq1_0: TQ1_0.self
    case .tq2_0: TQ2_0.self
    case .nvfp4: NVFP4.self
    default: nil
    }
  }
}
