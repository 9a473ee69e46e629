import Foundation
import SwiftletHTTP
import Synchronization
import TestSupport
import Testing

@testable import SwiftletStore

/// The addresses, the token and the redirections of requests to a hub.
struct HubRequestTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test(
    "11: the token stays at its origin, and never comes back after another",
    arguments: [
      // The addresses of the redirections, and whether the last request has the token.
      (["/other"], true), (["https://hub.example/x"], true), (["https://HUB.example:443/x"], true),
      (["https://hub.example:8443/x"], false), (["https://cdn.example/x"], false),
      (["https://www.hub.example/x"], false), (["//cdn.example/x"], false),
      (["https://cdn.example/x", "https://hub.example/x"], false),
      (["/a", "https://cdn.example/x", "/y"], false), (["/a", "../b", "?c=1"], true),
    ])
  func token(locations: [String], expected: Bool) throws {
    var route = RequestRoute(
      to: try url("https://hub.example/a/b"), tokenOrigin: HTTPOrigin(try url("https://hub.example")))
    #expect(route.carriesToken)
    for location in locations { try route.follow(location) }
    #expect(route.carriesToken == expected)
  }

  @Test("Without a token there is none, and it does not go to other servers")
  func noToken() throws {
    let hub = try url("https://hub.example/a")
    #expect(!RequestRoute(to: hub, tokenOrigin: nil).carriesToken)
    #expect(!RequestRoute(to: hub, tokenOrigin: HTTPOrigin(try url("http://hub.example"))).carriesToken)
  }

  @Test(
    "Redirections to no address, to less security and with a password are refused",
    arguments: [
      nil, "", "ftp://hub.example/x", "http://hub.example/x", "http://cdn.example/x", "https://user:word@hub.example/x",
      "file:///etc/passwd", "https:///x",
    ])
  func refused(location: String?) throws {
    var route = RequestRoute(to: try url("https://hub.example/a"), tokenOrigin: nil)
    let before = route
    if location == "" {
      // An empty reference is the address itself (RFC 3986, section 5.2.2), which the number of hops ends.
      for _ in 0..<RequestRoute.maximumHops { try route.follow("?again") }
      #expect(throws: HubError.self) { try route.follow("?again") }
      return
    }
    #expect(throws: HubError.self) { try route.follow(location) }
    #expect(route == before)
  }

  @Test("12: the address of the hub is the environment's, and blanks are none")
  func endpoint() throws {
    func endpoint(_ variables: [String: String], token: String? = nil) throws -> HubEndpoint {
      try HubEndpoint(environment: ModelStoreEnvironment(home: nil, variables: variables), token: token)
    }
    for blank in [[:], ["HF_ENDPOINT": ""], ["HF_ENDPOINT": "  "]] {
      #expect(try endpoint(blank).url.absoluteString == "https://huggingface.co")
    }
    #expect(
      try endpoint(["HF_ENDPOINT": " http://127.0.0.1:8000/base/ "]).url.absoluteString == "http://127.0.0.1:8000/base")
    for wrong in ["huggingface.co", "ftp://x", "https://user:word@x", "https://x?a=b"] {
      #expect(throws: HubError.invalidEndpoint(wrong)) { try endpoint(["HF_ENDPOINT": wrong]) }
    }
    #expect(try endpoint([:]).token == nil)
    #expect(try endpoint(["HUGGING_FACE_HUB_TOKEN": "old"]).token == "old")
    #expect(try endpoint(["HUGGING_FACE_HUB_TOKEN": "old", "HF_TOKEN": " new\n"]).token == "new")
    #expect(try endpoint(["HF_TOKEN": "new"], token: "mine").token == "mine")
    #expect(try endpoint(["HF_TOKEN": "new"], token: "").token == nil)
    #expect(throws: HubError.invalidToken) { try endpoint(["HF_TOKEN": "a\r\nHost: x"]) }
  }

  @Test("The token is read from its file")
  func tokenFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swiftlet-token-\(UUID().uuidString)").path
    try FileSystem.createFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("hf_file\n".utf8).write(to: URL(filePath: "\(folder)/token"))
    for variables in [["HF_HOME": folder], ["HF_TOKEN_PATH": "\(folder)/token"]] {
      #expect(try HubEndpoint(environment: ModelStoreEnvironment(home: nil, variables: variables)).token == "hf_file")
    }
  }

  @Test(
    "Revisions and listings are read, in pages and under another name",
    arguments: [ScriptedHub.Fault.none, .paged, .renamed])
  func listing(fault: ScriptedHub.Fault) async throws {
    let hub = try ScriptedHub(fault)
    let client = try hub.client()
    let revision = try await client.revision(of: "me/ok")
    #expect(revision == HubRevision(commit: ScriptedHub.commit, paths: [ScriptedHub.name, "README.md"]))
    let tree = try await client.tree(of: "me/ok", at: revision.commit)
    #expect(tree.files.count == 2)
    #expect(tree.files[ScriptedHub.name]?.sha256 == ScriptedHub.sha256)
    #expect(tree.files["README.md"] == CachedTree.Entry(byteCount: 7, gitHash: ScriptedHub.gitBlob(ScriptedHub.readme)))
    #expect(try await client.branches(of: "me/ok").map(\.name) == ["main"])
  }

  @Test("Files in git have the checksum of git")
  func gitFile() async throws {
    let scene = try DownloadScene()
    let client = try scene.hub.client()
    let entry = CachedTree.Entry(byteCount: 7, gitHash: ScriptedHub.gitBlob(ScriptedHub.readme))
    let file = client.file("README.md", entry: entry, of: "me/ok", at: ScriptedHub.commit)
    let downloaded = try await Downloader(requester: client.requester, retries: .quick, options: DownloadScene.options)
      .download(file, to: scene.destination)
    #expect(downloaded.checksum == entry.gitHash)
    #expect(scene.contents == ScriptedHub.readme)
  }

  @Test("Errors of the hub are told apart")
  func errors() async throws {
    let missingHub = try ScriptedHub(.missing)
    let missing = try missingHub.client()
    await #expect(throws: HubError.repositoryNotFound(repository: "me/ok", hasToken: false)) {
      try await missing.revision(of: "me/ok")
    }
    let hub = try ScriptedHub(.gated)
    let gated = try hub.client()
    let page = try url("http://127.0.0.1:\(hub.hub.port)/me/ok")
    await #expect(throws: HubError.gated(page: page, hasToken: false)) { try await gated.revision(of: "me/ok") }
    let other = try ScriptedHub()
    let client = try other.client()
    await #expect(throws: HubError.entryNotFound(repository: "me/ok", path: "none.gguf")) {
      try await client.locate("none.gguf", of: "me/ok", at: ScriptedHub.commit)
    }
    let compressedHub = try ScriptedHub(.compressed)
    let compressed = try compressedHub.client()
    await #expect(
      throws: HubError.connection(host: "127.0.0.1", .malformed("the body is in the encoding gzip"))
    ) { try await compressed.revision(of: "me/ok") }
    withExtendedLifetime((missingHub, hub, other, compressedHub)) {}
    // Nobody listens at port 1.
    let endpoint = try HubEndpoint(environment: ModelStoreEnvironment(home: nil), address: "http://127.0.0.1:1")
    let nobody = HubClient(endpoint: endpoint, client: .init(), retries: .quick)
    await #expect(throws: HubError.self) { try await nobody.revision(of: "me/ok") }
  }

  @Test("Failures of requests for JSON are reported, and those that last are not repeated")
  func repeating() async throws {
    func reports(_ address: String, retries: RetryPolicy = .quick) async throws -> Int {
      let reports = Mutex<[String]>([])
      let endpoint = try HubEndpoint(environment: ModelStoreEnvironment(home: nil), address: address)
      var client = HubClient(endpoint: endpoint, client: .init(), retries: retries)
      client.report = { reason, _ in reports.withLock { $0.append(reason) } }
      await #expect(throws: HubError.self) { try await client.revision(of: "me/ok") }
      return reports.withLock { $0.count }
    }
    let busy = try ScriptedHub()
    busy.answer("/revision/", with: 503)
    // A slow machine must not come to the limit of time.
    var still = RetryPolicy.quick
    let start = ContinuousClock.now
    still.now = { start }
    #expect(try await reports(busy.address, retries: still) == 5)
    // Each look at the clock is half of the limit later.
    let time = Mutex(ContinuousClock.now)
    var late = RetryPolicy.quick
    late.now = {
      time.withLock { time in
        time += RetryPolicy.requestLimit / 2
        return time
      }
    }
    #expect(try await reports(busy.address, retries: late) == 1)
    let compressed = try ScriptedHub(.compressed)
    #expect(try await reports(compressed.address) == 0)
    #expect(compressed.requests.count == 1)
    let long = try ScriptedServer { try $1.answer("{}", fields: ["X-Long": String(repeating: "x", count: 1 << 20)]) }
    #expect(try await reports("http://127.0.0.1:\(long.port)") == 0)
    // Nobody listens at port 1.
    #expect(try await reports("http://127.0.0.1:1") == 2)
    withExtendedLifetime((busy, compressed, long)) {}
  }

  @Test("A whole answer has a limit of time, though bytes come all the while")
  func timeOfAnswers() async throws {
    let server = try ScriptedServer { _, connection in
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
      while true {
        try connection.send(" ")
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    let requester = HubRequester(client: .init())
    let url = try url("http://127.0.0.1:\(server.port)/x")
    await #expect(throws: HubError.self) {
      let answer = try await requester.send(
        "GET", to: requester.route(to: url), limits: HubRequester.Limits(time: .milliseconds(1500)))
      return try await requester.body(of: answer)
    }
    #expect(HubRequester.Limits().time == .seconds(60))
    withExtendedLifetime(server) {}
  }

  @Test("Pages that the field Link names")
  func links() throws {
    let base = try url("https://hub.example/api")
    func next(_ link: String) -> String? { HubClient.nextPage(link, after: base)?.absoluteString }
    #expect(next("<https://hub.example/p?c=2>; rel=\"next\"") == "https://hub.example/p?c=2")
    #expect(next("</p?c=2>;rel=next") == "https://hub.example/p?c=2")
    #expect(next("</a>; rel=\"prev\", </b>; rel=\"next\"") == "https://hub.example/b")
    #expect(next("</a>; rel=\"prev\"") == nil)
    #expect(next("nonsense") == nil)
  }
}
