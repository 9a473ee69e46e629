#if arch(x86_64) || arch(arm64)
  import Builtin

  // Memory answers late, and the processor's own guesses end where a run of a cache or a part of a panel does. The
  // instructions for this are macros in the compilers' headers, which Swift cannot see; this is what they become.

  /// The size of what memory hands over at once.
  @inline(__always)
  var cacheLine: Int { 64 }

  /// How far ahead of a stream of weights to fetch: by measurement, and without much influence from 1 to 4 KiB.
  @inline(__always)
  var fetchDistance: Int { 2048 }

  /// Asks for the cache line of a place, which need not exist: nothing is read.
  @inline(__always)
  func fetch(_ place: UnsafeRawPointer) {
    Builtin.int_prefetch_RawPointer(place._rawValue, Int32(0)._value, Int32(3)._value, Int32(1)._value)
  }

  /// Asks for some bytes from a place on.
  @inline(__always)
  func fetch(_ place: UnsafeRawPointer, _ byteCount: Int) {
    var offset = 0
    while offset < byteCount {
      fetch(place + offset)
      offset += cacheLine
    }
  }
#endif
