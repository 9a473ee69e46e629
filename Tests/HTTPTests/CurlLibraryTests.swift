#if os(Linux)
  import Testing

  @testable import SwiftletHTTP

  /// The advice where libcurl finds no certificates.
  @Suite struct CurlLibraryTests {
    @Test func failuresWithoutCertificatesNameThePackage() {
      let reason = "error setting certificate file: /etc/ssl/certs/ca-certificates.crt"
      let advised = CurlLibrary.advised(reason) { _ in false }
      #expect(advised == reason + "; install the package ca-certificates")
      #expect(CurlLibrary.advised(reason) { $0 == "/etc/ssl/cert.pem" } == reason)
      #expect(CurlLibrary.advised("Connection refused") { _ in false } == "Connection refused")
    }
  }
#endif
