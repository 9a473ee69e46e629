#if os(Linux) || os(Android)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #endif
#endif

/// The processors that threads may run on (sched_setaffinity(2)), as bit masks of any length.
///
/// The C type `cpu_set_t` has 1,024 bits, with which the system call fails on larger machines.
enum ProcessorAffinity {
  /// The processors that the calling thread may run on; nil if the system does not say.
  static var current: [Int]? {
    #if os(Linux) || os(Android)
      typealias Function = @convention(c) (Int32, Int, UnsafeMutableRawPointer?) -> Int32
      // The C module does not declare the functions, but every C library has them.
      guard let symbol = unsafe dlsym(nil, "sched_getaffinity") else { return nil }
      let function = unsafe unsafeBitCast(symbol, to: Function.self)
      return read { mask in
        let status = unsafe mask.withUnsafeMutableBytes { unsafe function(0, $0.count, $0.baseAddress) }
        return status >= 0 ? .success : errno == EINVAL ? .tooShort : .failure
      }
    #else
      return nil
    #endif
  }

  /// The result of a system call that fills a mask.
  enum Status {
    case success
    /// The machine has more processors than the mask has bits.
    case tooShort
    case failure
  }

  /// The largest mask that is tried, in bytes: 65,536 processors.
  private static let maximumByteCount = 8192

  /// Returns the numbers of the bits that `fill` sets in a mask of zeros, which grows while it is too short.
  static func read(_ fill: (inout [UInt8]) -> Status) -> [Int]? {
    var byteCount = 128
    while byteCount <= maximumByteCount {
      var mask = [UInt8](repeating: 0, count: byteCount)
      switch fill(&mask) {
      case .success: return processors(in: mask)
      case .failure: return nil
      case .tooShort: byteCount *= 2
      }
    }
    return nil
  }

  /// Returns the numbers of the bits of a mask; in little-endian order, words of any size have the same bytes.
  private static func processors(in mask: [UInt8]) -> [Int] {
    mask.enumerated().flatMap { index, byte in (0..<8).filter { byte >> $0 & 1 == 1 }.map { index * 8 + $0 } }
  }

  /// Returns the mask of processors.
  static func mask(of processors: [Int]) -> [UInt8] {
    // Masks are made of words of 64 bits.
    var mask = [UInt8](repeating: 0, count: ((processors.max() ?? 0) / 64 + 1) * 8)
    for processor in processors where processor >= 0 { mask[processor / 8] |= 1 << (processor % 8) }
    return mask
  }

  /// Restricts the calling thread to processors; where that is not possible or not allowed, nothing happens.
  static func restrictThread(to processors: [Int]) {
    #if os(Linux) || os(Android)
      typealias Function = @convention(c) (Int32, Int, UnsafeRawPointer?) -> Int32
      guard !processors.isEmpty, let symbol = unsafe dlsym(nil, "sched_setaffinity") else { return }
      let function = unsafe unsafeBitCast(symbol, to: Function.self)
      _ = unsafe mask(of: processors).withUnsafeBytes { unsafe function(0, $0.count, $0.baseAddress) }
    #endif
  }
}
