/// Stores the scale and the sums of an activation block after its bytes, given the sums of both halves.
@inline(__always)
func storeSums(_ block: UnsafeMutableRawPointer, _ scale: Float, _ first: Int32, _ second: Int32) {
  block.storeBytes(of: scale, toByteOffset: ActivationBlock.scaleOffset, as: Float.self)
  block.storeBytes(of: 0 &- (first &+ second), toByteOffset: ActivationBlock.negativeSumOffset, as: Int32.self)
  block.storeBytes(of: 0 &- first, toByteOffset: ActivationBlock.negativeHalfSumOffset, as: Int32.self)
  block.storeBytes(of: scale * Float(first &+ second), toByteOffset: ActivationBlock.scaledSumOffset, as: Float.self)
}
