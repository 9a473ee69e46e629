/// A decoder of the run lengths of BMP pictures with 4 or 8 bits.
enum BMPRunLengths {
  /// Decodes the indices of all pixels, one byte each, in the order of the file.
  ///
  /// Details are those of Pillow: runs do not continue in the next row, an end of row at the start of one is ignored,
  /// literal pixels end at an even offset of the file, and pixels that codes skip have index 0.
  ///
  /// - Throws: ``ImageError`` if the data ends before the last pixel.
  static func decode(_ bytes: Span<UInt8>, _ header: BMPHeader) throws(ImageError) -> [UInt8] {
    var reader = ByteReader(bytes, format: .bmp)
    try reader.seek(to: header.dataOffset, "the rows")
    let (width, total) = (header.width, header.width * header.height)
    let isPacked = header.compression == .runs4
    return try [UInt8](count: total) { (target: inout MutableSpan<UInt8>) throws(ImageError) in
      // The end of the pixels so far, and the column after the last code.
      var (end, x) = (0, 0)
      codes: while end < total {
        let count = Int(try reader.byte("a code"))
        let value = try reader.byte("a code")
        if count > 0 {
          let length = min(max(0, min(count, width - x)), total - end)
          for index in 0..<length {
            let nibble = index & 1 == 0 ? value >> 4 : value & 15
            target[end] = isPacked ? nibble : value
            end += 1
          }
          x += length
          continue
        }
        switch value {
        case 0:
          end = (end + width - 1) / width * width
          x = 0
        case 1: break codes
        case 2:
          let (right, up) = (Int(try reader.byte("a step")), Int(try reader.byte("a step")))
          end = min(total, end + right + up * width)
          x = end % width
        default:
          let length = min(total - end, Int(value))
          let literals = try reader.take(isPacked ? (length + 1) / 2 : length, "pixels")
          for index in 0..<length {
            let byte = literals[isPacked ? index / 2 : index]
            target[end] = isPacked ? (index & 1 == 0 ? byte >> 4 : byte & 15) : byte
            end += 1
          }
          x += Int(value)
          if reader.offset & 1 == 1, !reader.isAtEnd { try reader.skip(1, "padding") }
        }
      }
      guard end == total else {
        throw reader.malformed("the end of the picture after \(end) pixels", expected: "\(total) pixels")
      }
    }
  }
}
