#if os(Linux)
  import Testing

  @testable import SwiftletHTTP

  /// Failures of libcurl that no second attempt changes, and the advice where it finds no certificates.
  @Suite struct CurlLibraryTests {
    @Test func failuresWithoutCertificatesNameThePackage() {
      let reason = "error setting certificate file: /etc/ssl/certs/ca-certificates.crt"
      let failure = CurlLibrary.permanentFailure(reason) { _ in false }
      #expect(failure == .impossible(reason + "; install the package ca-certificates"))
      #expect(CurlLibrary.permanentFailure(reason) { $0 == "/etc/ssl/cert.pem" } == nil)
      #expect(CurlLibrary.permanentFailure("Connection refused") { _ in false } == nil)
    }

    @Test func whatTheMachineLacksIsNotTriedAgain() {
      let proxy = "Unsupported proxy scheme for 'x://y'"
      #expect(CurlLibrary.permanentFailure(proxy) { _ in true } == .impossible(proxy))
      #expect(!CurlLibrary.failure.isTransient && !HTTPFailure.impossible(proxy).isTransient)
      #expect(HTTPFailure.unreachable("Connection refused").isTransient)
    }
  }
#endif
