/// The state of a content hash: 8 sums and 8 sums of products, one for each 64-bit word of a stripe.
///
/// `HashBlock` defines what a stripe adds to them.
package struct HashState {
  package var sums: SIMD8<UInt64>
  package var products: SIMD8<UInt64>

  /// Creates a state from its lanes.
  package init(sums: SIMD8<UInt64>, products: SIMD8<UInt64>) { (self.sums, self.products) = (sums, products) }
}
