/// A decoder of lossless WebP streams (RFC 9649, section 3).
///
/// Pixels are 32-bit numbers with alpha in the highest byte, then red, green and blue.
struct VP8LDecoder: ~Escapable {
  private var bits: VP8LBits

  /// Begins at the first bit after the header.
  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>, at offset: Int) {
    bits = VP8LBits(bytes, at: offset)
  }

  /// The header of a stream, which is 5 bytes long.
  struct Header {
    let width: Int
    let height: Int
    let hasAlpha: Bool

    static let length = 5

    /// - Throws: ``ImageError`` if it is damaged.
    init(_ bytes: Span<UInt8>, at offset: Int) throws(ImageError) {
      var reader = ByteReader(bytes, format: .webp, base: offset)
      let signature = try reader.byte("the lossless header")
      let fields = try reader.littleEndian32("the lossless header")
      guard signature == 0x2F, fields >> 29 & 7 == 0 else {
        throw ImageError(
          .malformed, format: .webp, offset: offset,
          found: "the signature \(signature) and the version \(fields >> 29 & 7)", expected: "47 and 0")
      }
      width = fields & 0x3FFF + 1
      height = fields >> 14 & 0x3FFF + 1
      hasAlpha = fields >> 28 & 1 == 1
    }
  }

  /// Decodes the pixels of a stream without its header.
  ///
  /// - Throws: ``ImageError`` if the data are damaged or end.
  static func decode(
    _ bytes: Span<UInt8>, at offset: Int, width: Int, height: Int
  ) throws(ImageError) -> [UInt32] {
    var decoder = VP8LDecoder(bytes, at: offset)
    return try decoder.picture(width: width, height: height)
  }

  /// Reads the transforms and the picture, and undoes the transforms.
  @_lifetime(self: copy self)
  private mutating func picture(width: Int, height: Int) throws(ImageError) -> [UInt32] {
    var transforms: [VP8LTransform] = []
    var packedWidth = width
    while bits.read(1) == 1 {
      let kind = bits.read(2)
      guard !transforms.contains(where: { $0.kind.rawValue == kind }), let kind = VP8LTransform.Kind(rawValue: kind)
      else {
        throw bits.error(found: "a second transform of kind \(kind)", expected: "each transform at most once")
      }
      switch kind {
      case .predictor, .color:
        let size = bits.read(3) + 2
        let tiles = try image(width: Self.tiles(packedWidth, size), height: Self.tiles(height, size), isMain: false)
        transforms.append(VP8LTransform(kind: kind, width: packedWidth, size: size, data: tiles))
      case .green: transforms.append(VP8LTransform(kind: kind, width: packedWidth, size: 0, data: []))
      case .palette:
        let count = bits.read(8) + 1
        var palette = try image(width: count, height: 1, isMain: false)
        for index in 1..<max(1, count) { palette[index] = VP8LTransform.sum(palette[index], palette[index - 1]) }
        let size = count > 16 ? 0 : count > 4 ? 1 : count > 2 ? 2 : 3
        transforms.append(VP8LTransform(kind: kind, width: packedWidth, size: size, data: palette))
        packedWidth = Self.tiles(packedWidth, size)
      }
    }
    var pixels = try image(width: packedWidth, height: height, isMain: true)
    for transform in transforms.reversed() { transform.undo(&pixels, height: height) }
    return pixels
  }

  /// Returns the number of tiles of 2^`size` pixels in a side.
  private static func tiles(_ side: Int, _ size: Int) -> Int { (side + (1 << size) - 1) >> size }

  /// Reads an image: the main one, or data of a transform or the map of groups, which are coded like it.
  @_lifetime(self: copy self)
  private mutating func image(width: Int, height: Int, isMain: Bool) throws(ImageError) -> [UInt32] {
    var cacheBits = 0
    if bits.read(1) == 1 {
      cacheBits = bits.read(4)
      guard (1...11).contains(cacheBits) else {
        throw bits.error(found: "a colour cache of \(cacheBits) bits", expected: "1 to 11 bits")
      }
    }
    var map = VP8LGroupMap()
    if isMain, bits.read(1) == 1 {
      let size = bits.read(3) + 2
      let tiles = (width: Self.tiles(width, size), height: Self.tiles(height, size))
      map = VP8LGroupMap(try image(width: tiles.width, height: tiles.height, isMain: false), size, tiles.width)
    }
    var codes = VP8LCodes()
    var groups: [VP8LCodes.Group] = []
    for isUsed in map.isUsed {
      if let group = try codes.readGroup(cacheSize: cacheBits > 0 ? 1 << cacheBits : 0, isUsed: isUsed, &bits) {
        groups.append(group)
      }
    }
    try bits.checkEnd()
    var pixels = [UInt32](repeating: 0, count: width * height)
    try fill(&pixels, width, map, groups, codes, cacheBits: cacheBits)
    return pixels
  }

  /// Reads the pixels of an image: literal ones, copies of earlier ones, and those of the colour cache.
  @_lifetime(self: copy self)
  private mutating func fill(
    _ pixels: inout [UInt32], _ width: Int, _ map: borrowing VP8LGroupMap, _ groups: [VP8LCodes.Group],
    _ codes: borrowing VP8LCodes, cacheBits: Int
  ) throws(ImageError) {
    var cache = [UInt32](repeating: 0, count: cacheBits > 0 ? 1 << cacheBits : 0)
    let shift = UInt32(truncatingIfNeeded: 32 - cacheBits)
    let (elements, groups, indices) = (codes.elements.span, groups.span, map.indices.span)
    var target = pixels.mutableSpan
    var cached = cache.mutableSpan
    var (position, column, row) = (0, 0, 0)
    var group = groups[0]
    // The pixels before this are in the colour cache.
    var cachedEnd = 0
    while position < target.count {
      if column & map.mask == 0 { group = groups[Int(indices[map.index(column, row)])] }
      let symbol = VP8LCodes.symbol(group.green, elements, &bits)
      if symbol < 256 {
        let red = VP8LCodes.symbol(group.red, elements, &bits)
        let blue = VP8LCodes.symbol(group.blue, elements, &bits)
        let alpha = VP8LCodes.symbol(group.alpha, elements, &bits)
        target[position] = UInt32(truncatingIfNeeded: alpha << 24 | red << 16 | symbol << 8 | blue)
        position &+= 1
        column &+= 1
      } else if symbol < 256 + 24 {
        let length = readLength(symbol - 256)
        let code = readLength(VP8LCodes.symbol(group.distance, elements, &bits))
        let distance = VP8LDistances.distance(code, width: width)
        guard distance <= position, length <= target.count - position else {
          throw bits.error(
            found: "a copy of \(length) pixels from \(distance) pixels before pixel \(position)",
            expected: "a copy of earlier pixels inside the picture")
        }
        for index in position..<position &+ length { target[index] = target[index &- distance] }
        position &+= length
        column &+= length
      } else {
        target[position] = cached[symbol - 280]
        position &+= 1
        column &+= 1
      }
      if cacheBits > 0 {
        while cachedEnd < position {
          cached[Self.place(target[cachedEnd], shift)] = target[cachedEnd]
          cachedEnd &+= 1
        }
      }
      if column >= width {
        row &+= column / width
        column %= width
        try bits.checkEnd()
      }
      // After a copy into the middle of a tile.
      if symbol >= 256, column & map.mask != 0, position < target.count {
        group = groups[Int(indices[map.index(column, row)])]
      }
    }
    try bits.checkEnd()
  }

  /// Returns the place of a colour in the cache.
  @inline(__always)
  private static func place(_ color: UInt32, _ shift: UInt32) -> Int { Int((color &* 0x1E35_A7BD) &>> shift) }

  /// Reads the extra bits of a length or distance code.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func readLength(_ symbol: Int) -> Int {
    guard symbol >= 4 else { return symbol &+ 1 }
    let extra = (symbol &- 2) >> 1
    return (2 &+ (symbol & 1)) << extra &+ bits.read(extra) &+ 1
  }
}
