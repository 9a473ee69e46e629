import SwiftletHashing

/// The SHA-256 of bytes in hexadecimal digits.
func sha256Digits(_ bytes: [UInt8]) -> String { SHA256.digest(of: bytes.span).description }
