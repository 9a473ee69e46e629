internal import Foundation

/// The address of a hub, and the token for its origin.
struct HubEndpoint: Sendable, Equatable {
  /// The address, without a slash at its end.
  var url: URL
  /// The token; nil for anonymous requests.
  var token: String?

  /// The hub without a choice of another.
  static let standard = "https://huggingface.co"

  /// Chooses the hub and the token.
  ///
  /// - Parameters:
  ///   - environment: The variables `HF_ENDPOINT`, `HF_TOKEN`, `HUGGING_FACE_HUB_TOKEN` (older), and the file that
  ///     `HF_TOKEN_PATH` names, or `token` in the folder of `HF_HOME`.
  ///   - address: An address that replaces that of the environment.
  ///   - token: A token that replaces that of the environment; an empty one for anonymous requests.
  /// - Throws: ``HubError/invalidEndpoint(_:)`` and ``HubError/invalidToken``.
  init(environment: ModelStoreEnvironment, address: String? = nil, token: String? = nil) throws(HubError) {
    var address = (address ?? environment.variable("HF_ENDPOINT") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    while address.hasSuffix("/") { address.removeLast() }
    if address.isEmpty { address = Self.standard }
    guard let url = URL(string: address), HTTPOrigin(url) != nil, url.user == nil, url.password == nil,
      url.query() == nil, url.fragment() == nil
    else { throw .invalidEndpoint(address) }
    self.url = url
    let chosen = token ?? Self.token(of: environment) ?? ""
    guard chosen.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .invalidToken }
    self.token = chosen.isEmpty ? nil : chosen
  }

  private static func token(of environment: ModelStoreEnvironment) -> String? {
    if let token = environment.variable("HF_TOKEN") ?? environment.variable("HUGGING_FACE_HUB_TOKEN") { return token }
    let folders = [
      environment.folder("HF_HOME"), environment.folder("XDG_CACHE_HOME").map { "\($0)/huggingface" },
      environment.homePath(".cache/huggingface"),
    ]
    let path = environment.folder("HF_TOKEN_PATH") ?? folders.lazy.compactMap(\.self).first.map { "\($0)/token" }
    guard let path, let bytes = try? FileSystem.contents(path, limit: 1 << 16) else { return nil }
    let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return token.isEmpty ? nil : token
  }
}
