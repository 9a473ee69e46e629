import Foundation

/// A matrix of 32-bit floats from a `.npy` file.
///
/// Source: NumPy's format description (`numpy.lib.format`), version 1: magic, version, the length of the header in two
/// bytes, the header (a Python dictionary as text), the elements.
struct NumpyArray {
  let rows: [[Float]]

  struct Unreadable: Error {
    let path: String
  }

  init(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard bytes.count > 10, bytes.starts(with: [0x93] + Array("NUMPY".utf8)), bytes[6] == 1 else {
      throw Unreadable(path: path)
    }
    let start = 10 + Int(bytes[8]) + Int(bytes[9]) << 8
    let header = String(decoding: bytes[10..<min(start, bytes.count)], as: UTF8.self)
    let shape = header.split(separator: "(").last?.split(separator: ")").first?.split(separator: ",")
      .compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    guard header.contains("'<f4'"), header.contains("'fortran_order': False"), let shape, shape.count == 2,
      bytes.count == start + 4 * shape[0] * shape[1]
    else { throw Unreadable(path: path) }
    rows = (0..<shape[0]).map { row in
      (0..<shape[1]).map { column in
        let offset = start + 4 * (row * shape[1] + column)
        return Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) })
      }
    }
  }
}
