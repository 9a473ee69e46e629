/// The 16 floats at a place, which may have any alignment.
@inline(__always)
func vector(_ pointer: UnsafePointer<Float>) -> SIMD16<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Float>.self)
}

/// Stores 16 floats at a place of any alignment.
@inline(__always)
func put(_ lanes: SIMD16<Float>, _ pointer: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(pointer).storeBytes(of: lanes, as: SIMD16<Float>.self)
}
