#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The library libcurl, which Foundation's networking calls.
  ///
  /// Programs are linked to it by default. One that is to start without it, such as the command of a release, leaves its
  /// functions undefined; they are bound when they are first called, for which the library has to be loaded before.
  enum CurlLibrary {
    /// True if its functions can be called.
    static let isLoaded = load(["libcurl.so.4", "libcurl-gnutls.so.4"])

    /// The failure of requests without it.
    static let failure = HTTPFailure.impossible(
      "https needs the library libcurl.so.4, which was not found; install the package libcurl4")

    /// The certificates of authorities, where distributions have them.
    private static let certificateFiles = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
      "/etc/ssl/cert.pem",
    ]

    /// Returns the failure of a request for a reason in libcurl's words that no second attempt changes; nil for others.
    ///
    /// Their codes are those of reasons that pass, such as a proxy that is not found.
    static func permanentFailure(
      _ reason: String, fileExists: (String) -> Bool = { unsafe access($0, R_OK) == 0 }
    ) -> HTTPFailure? {
      if reason.hasPrefix("Unsupported proxy") { return .impossible(reason) }
      guard reason.contains("certificate"), !certificateFiles.contains(where: fileExists) else { return nil }
      return .impossible("\(reason); install the package ca-certificates")
    }

    /// Loads the first library that is found, unless its functions are there.
    ///
    /// - Returns: True if a function of the library is defined.
    static func load(_ names: [String], function: String = "curl_easy_init") -> Bool {
      func isDefined() -> Bool { unsafe dlsym(dlopen(nil, RTLD_NOW), function) != nil }
      if isDefined() { return true }
      // Globally, since it is the program's undefined functions that are to be found.
      return names.contains { unsafe dlopen($0, RTLD_NOW | RTLD_GLOBAL) != nil } && isDefined()
    }
  }

  /// A transport that fails.
  struct FailedTransport: HTTPTransport {
    let failure: HTTPFailure

    func start(deliveringTo exchange: HTTPExchange) { exchange.complete(failure) }
    func cancel() {}
  }
#endif
