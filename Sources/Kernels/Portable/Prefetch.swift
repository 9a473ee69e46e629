import Builtin

/// Prefetches a range of bytes into the L2 cache; the addresses need not be mapped.
@inline(never)
public func prefetch(_ address: UnsafeRawPointer, _ byteCount: Int) {
  var offset = 0
  while offset < byteCount {
    Builtin.int_prefetch_RawPointer((address + offset)._rawValue, Int32(0)._value, Int32(2)._value, Int32(1)._value)
    offset += 64
  }
}
