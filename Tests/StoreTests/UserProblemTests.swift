import Foundation
import SwiftletGGUF
import SwiftletHTTP
import TestSupport
import Testing

@testable import SwiftletStore

/// Problems that users of other programs report, by their numbers in the list of these.
///
/// The others are beside what they test: 3, 8, 9, 16 and 17 in `Download`, 4 in `DownloadPartTests`, 5 and 6 in
/// `RemovingTests`, 7 in `DownloadResumptionTests`, 10 and 19 in `ModelDownloadTests`, 11 in `HubRequestTests`, 13 in
/// `FileChoiceTests` and `ModelFileNameTests`, 18 in `OtherStoresTests`, 20 in `ListingTests` and `FileChoiceTests`.
@Suite struct UserProblemTests {
  private let folder: StoreFolder
  private let hub: ScriptedHub
  private let model: [UInt8]

  init() throws {
    folder = try StoreFolder()
    model = try modelBytes("a model with a name that makes the file a little longer")
    hub = try ScriptedHub(repositories: [
      "me/ok": ["x-Q8_0.gguf": model, "mmproj-F16.gguf": try modelBytes(architecture: "clip"), "README.md": [35]]
    ])
  }

  private func name(_ text: String = "hf:me/ok") throws -> ModelName { try ModelName(text) { _ in false } }

  private func pull(_ text: String = "hf:me/ok") async throws -> ResolvedModel {
    var options = ModelDownloadOptions()
    options.checksForUpdates = true
    return try await hub.store(folder.environment).download(name(text), options: options) { _ in }
  }

  private func failure(_ fault: ScriptedHub.Fault, _ text: String = "hf:me/ok") async -> String {
    hub.fault = fault
    defer { hub.fault = .none }
    let error = await #expect(throws: ModelStoreError.self) { try await pull(text) }
    return error?.description ?? ""
  }

  @Test("1: a damaged file is an error with both checksums, and it alone is fetched again")
  func damagedFile() async throws {
    hub.limitFault(to: "mmproj")
    let text = await failure(.flip)
    let expected = sha256Digits(try modelBytes(architecture: "clip"))
    #expect(text.contains("mmproj-F16.gguf") && text.contains(expected))
    #expect(text.matches(of: /[0-9a-f]{64}/).count == 2)
    let count = hub.downloads.count
    #expect(try await pull().projector != nil)
    #expect(hub.downloads.dropFirst(count) == ["GET storage/me/ok/mmproj-F16.gguf"])
  }

  @Test("2: an empty body is no bytes of many, not a wrong checksum")
  func emptyBody() async throws {
    let text = await failure(.empty)
    #expect(text.contains("0 bytes") && text.contains("\(model.count) bytes") && !text.contains("e3b0c442"))
  }

  @Test("12: another hub that an absolute address leads to is followed, without the token")
  func mirror() async throws {
    let front = try ScriptedHub()
    front.mirror(to: hub.address)
    var options = ModelDownloadOptions()
    options.token = "hf_secret"
    let model = try await front.store(folder.environment).download(name(), options: options) { _ in }
    #expect(model.files.count == 1)
    #expect(!front.hub.requests.isEmpty)
    #expect(front.hub.requests.allSatisfy { $0.fields["authorization"] == "Bearer hf_secret" })
    #expect((hub.hub.requests + hub.storage.requests).allSatisfy { $0.fields["authorization"] == nil })
  }

  @Test("11: a redirection back to the hub does not bring the token back")
  func redirectionBack() async throws {
    let back = try ScriptedHub(.gated)
    let front = try ScriptedHub()
    front.mirror(to: back.address)
    back.mirror(to: "\(front.storageAddress)/me/ok/x.gguf?")
    front.set(["x.gguf": model], in: "me/ok")
    let requester = try front.client(token: "hf_secret").requester
    let url = try #require(URL(string: front.address + "/a"))
    let answer = try await requester.send("GET", to: requester.route(to: url))
    answer.exchange.cancel()
    #expect(front.hub.requests.map { $0.fields["authorization"] } == ["Bearer hf_secret"])
    #expect(back.hub.requests.map { $0.fields["authorization"] } == [nil])
    #expect(front.storage.requests.map { $0.fields["authorization"] } == [nil])
    #expect(answer.head.status == 200)
  }

  @Test("14: a page of a login is no model")
  func webPage() async throws {
    let text = await failure(.html)
    #expect(text.contains("text/html from the server"))
    #expect(throws: ModelStoreError.self) { try folder.store.files(of: name()) }
  }

  @Test(
    "16: after any fault the store is listed, and a second pull succeeds",
    arguments: [
      ScriptedHub.Fault.flip, .html, .empty, .wrongRange, .wrongTotal, .loop, .gated, .missing, .compressedFile,
    ])
  private func anyFault(_ fault: ScriptedHub.Fault) async throws {
    #expect(await !failure(fault).isEmpty)
    let inventory = hub.store(folder.environment).inventory()
    #expect(inventory.failures.isEmpty && inventory.models.allSatisfy { !$0.isComplete })
    #expect(try await pull().files.count == 1)
    #expect(folder.store.models().map(\.isComplete) == [true])
    #expect(try await folder.store.verify().map(\.outcome) == [.intact, .intact])
  }

  @Test("20: parts that were joined by hand are an error that names the number of parts")
  func joinedParts() throws {
    let parts = try (0..<2).map { try modelBytes(part: ($0, 2)) }
    let path = try folder.write(parts[0] + parts[1], to: "joined.gguf")
    let error = #expect(throws: GGUFError.self) { try GGUFFile(path: path) }
    #expect("\(String(describing: error))".contains("2"), "\(String(describing: error))")
  }

  @Test("15: the protocol of Xet is not used")
  func xet() async throws {
    _ = try await pull()
    #expect(!hub.requests.contains { $0.lowercased().contains("xet") || $0.contains("reconstruction") })
    #expect(hub.downloads.count == 2)
  }

  @Test("21: a missing repository and a private one look alike, and that is said")
  func missingOrPrivate() async throws {
    let text = await failure(.missing)
    #expect(text.contains("private") && text.contains("HF_TOKEN"))
    #expect(await failure(.none, "hf:me/none") == text.replacing("me/ok", with: "me/none"))
    #expect(await failure(.gated).contains("\(hub.address)/me/ok"))
    // Who has a token is not told to set one.
    let page = try #require(URL(string: hub.address))
    let gated = ModelStoreError.error(HubError.gated(page: page, hasToken: true), about: try name())
    #expect("\(gated)".contains("the user of the token") && !"\(gated)".contains("HF_TOKEN"))
  }

  @Test("A name that leads out of the repository is named, and keeps no other file away")
  func leadingNames() async throws {
    hub.set(["../up-Q4_K_M.gguf": model, "x-Q8_0.gguf": model], in: "me/odd")
    #expect(try await pull("hf:me/odd").files.map(\.lastPathComponent) == ["x-Q8_0.gguf"])
    hub.set(["../up-Q4_K_M.gguf": model], in: "me/odd")
    let error = await #expect(throws: ModelStoreError.self) { try await pull("hf:me/odd") }
    #expect("\(String(describing: error))".contains("../up-Q4_K_M.gguf"))
  }

  @Test("A table of models of several sizes and kinds goes with ambiguous names")
  func ambiguous() async throws {
    hub.set(["a-Q8_0.gguf": [1, 2], "b-Q8_0.gguf": [1]], in: "me/two")
    let error = await #expect(throws: ModelStoreError.self) { try await pull("hf:me/two") }
    guard case .ambiguous(_, let candidates, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.byteCount) == [2, 1] && candidates.map(\.fitsInMemory) == [true, true])
  }
}
