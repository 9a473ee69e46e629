/// Loads 16 floats from an address of any alignment.
@inline(__always)
func loadVector(_ pointer: UnsafePointer<Float>) -> SIMD16<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Float>.self)
}

/// Stores 16 floats to an address of any alignment.
@inline(__always)
func storeVector(_ lanes: SIMD16<Float>, _ pointer: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(pointer).storeBytes(of: lanes, as: SIMD16<Float>.self)
}
