import SwiftletHashing
import Testing

/// The examples of FIPS 180-4 and of its predecessors, with each instruction set of the processor.
struct PublishedDigestTests {
  /// A message, its SHA-1 and its SHA-256.
  private static let examples: [(message: String, sha1: String, sha256: String)] = [
    (
      "", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    (
      "abc", "a9993e364706816aba3e25717850c26c9cd0d89d",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "a49b2446a02c645bf419f995b67091253a04a259",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test("Published messages have the published digests", arguments: HashInstructions.available)
  func published(instructions: HashInstructions) {
    for example in Self.examples {
      let bytes = Array(example.message.utf8)
      var (first, second) = (SHA1(instructions: instructions), SHA256(instructions: instructions))
      first.update(bytes.span)
      second.update(bytes.span)
      #expect(first.finalize().description == example.sha1)
      #expect(second.finalize().description == example.sha256)
    }
  }

  @Test("A git blob is named as git names it")
  func gitBlob() {
    // `printf 'what is up, doc?' | git hash-object --stdin`, an example of git's documentation.
    let bytes = Array("what is up, doc?".utf8)
    var hash = SHA1(gitBlobOf: bytes.count)
    hash.update(bytes.span)
    #expect(hash.finalize().description == "bd9dbf5aae1a3862dd1526723246b20206e5fc37")
  }
}
