import Builtin

/// Asks memory for some bytes from a place on, which need not exist, into the second cache: nothing is read.
@inline(never)
public func askForBytes(_ place: UnsafeRawPointer, _ byteCount: Int) {
  var offset = 0
  while offset < byteCount {
    Builtin.int_prefetch_RawPointer((place + offset)._rawValue, Int32(0)._value, Int32(2)._value, Int32(1)._value)
    offset += 64
  }
}
