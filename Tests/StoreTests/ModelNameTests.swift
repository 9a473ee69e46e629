import Foundation
import Testing

@testable import SwiftletStore

/// Every form of a model's name is parsed, described and refused as documented.
@Suite struct ModelNameTests {
  private func name(_ text: String, files: Set<String> = []) throws -> ModelName {
    try ModelName(text) { files.contains($0) }
  }

  @Test(arguments: [
    ("hf:ggml-org/Qwen3-0.6B-GGUF:Q8_0", "hf:ggml-org/Qwen3-0.6B-GGUF:Q8_0"),
    ("hf:me/repo", "hf:me/repo"),
    ("HF://me/repo/", "hf:me/repo"),
    ("hf.co/me/repo:UD-Q4_K_XL", "hf:me/repo:UD-Q4_K_XL"),
    ("me/repo", "hf:me/repo"),
    ("me/repo:q4_k_m", "hf:me/repo:q4_k_m"),
    ("hf:me/repo@v1.0:Q8_0", "hf:me/repo@v1.0:Q8_0"),
    ("hf:me/repo@refs/pr/1", "hf:me/repo@refs/pr/1"),
    ("hf:me/repo@refs/pr/1/sub/x.gguf", "hf:me/repo@refs/pr/1/sub/x.gguf"),
    ("hf:me/repo@feature%2Fx/x.gguf", "hf:me/repo@feature%2Fx/x.gguf"),
    ("hf:me/repo/x-Q4_0.gguf", "hf:me/repo/x-Q4_0.gguf"),
    ("hf:me/repo/UD/x.GGUF", "hf:me/repo/UD/x.GGUF"),
    ("https://huggingface.co/me/repo", "hf:me/repo"),
    ("https://huggingface.co/me/repo/tree/main", "hf:me/repo@main"),
    ("https://huggingface.co/me/repo/blob/main/sub/x.gguf", "hf:me/repo@main/sub/x.gguf"),
    ("https://huggingface.co/me/repo/resolve/v2/x%20y.gguf?download=true", "hf:me/repo@v2/x y.gguf"),
    ("https://hf.co/me/repo?show_file_info=x.gguf", "hf:me/repo"),
    ("ollama:qwen3", "ollama:qwen3:latest"),
    ("ollama:qwen3:0.6b", "ollama:qwen3:0.6b"),
    ("ollama:me/model:tag", "ollama:me/model:tag"),
    ("ollama:registry.ollama.ai/library/qwen3:8b", "ollama:qwen3:8b"),
    ("ollama:localhost:5000/ns/m:t", "ollama:localhost:5000/ns/m:t"),
    ("ollama:hf.co/me/repo-GGUF:Q4_K_M", "ollama:hf.co/me/repo-GGUF:Q4_K_M"),
    ("lmstudio:me/model", "lmstudio:me/model"),
    ("lmstudio:me/model:Q4_K_M", "lmstudio:me/model:Q4_K_M"),
    ("lmstudio:me/model/x-Q4_K_M.gguf", "lmstudio:me/model/x-Q4_K_M.gguf"),
    ("https://example.com/a/x.gguf", "https://example.com/a/x.gguf"),
    ("http://127.0.0.1:8080/x.gguf?key=1", "http://127.0.0.1:8080/x.gguf?key=1"),
    ("http://127.0.0.1:8080/x.gguf#part", "http://127.0.0.1:8080/x.gguf"),
    ("x.gguf", "x.gguf"), ("./x", "./x"), ("../x", "../x"), ("/x/y", "/x/y"), ("~/x", "~/x"), (".", "."),
    ("models", "./models"), ("a/b/c", "./a/b/c"),
    ("file:///a%20b/x.gguf", "/a b/x.gguf"), ("file://localhost/x", "/x"),
    ("me/repo/x.gguf", "me/repo/x.gguf"),
  ])
  func formsAreParsed(_ text: String, _ description: String) throws {
    let parsed = try name(text)
    #expect(parsed.description == description)
    #expect(try name(description) == parsed)
    #expect(try JSONDecoder().decode([ModelName].self, from: JSONEncoder().encode([parsed])) == [parsed])
  }

  @Test func filesComeFirst() throws {
    #expect(try name("me/repo", files: ["me/repo"]) == .file(path: "./me/repo"))
    #expect(try name("./me/repo", files: ["me/repo"]) == .file(path: "./me/repo"))
    #expect(try name("qwen3:8b", files: ["qwen3:8b"]) == .file(path: "./qwen3:8b"))
  }

  @Test func namesOfOllamaIgnoreCase() throws {
    #expect(try name("ollama:Qwen3:8B") == name("ollama:library/qwen3:8b"))
    #expect(try name("ollama:qwen3:8b") != name("ollama:qwen3:4b"))
  }

  @Test(arguments: [
    ("", ModelNameError.Part.name), ("a\u{0}b", .name), ("x\n.gguf", .name), ("a\u{202E}b/c", .name),
    ("hf:", .repository), ("hf:gpt2", .repository), ("hf:me/", .repository), ("hf:../repo", .repository),
    ("hf:me/a..b", .repository), ("hf:me/a--b", .repository), ("hf:me/-a", .repository), ("hf:me/a b", .repository),
    ("hf:me/" + String(repeating: "a", count: 97), .repository), ("hf:/etc/passwd", .repository),
    ("hf:me/repo@", .revision), ("hf:me/repo@..", .revision), ("hf:me/repo@a b", .revision),
    ("hf:me/repo@a%2F..%2Fb", .revision),
    ("hf:me/repo:", .quantization), ("hf:me/repo:Q4/../x", .file), ("hf:me/repo:Q 4", .quantization),
    ("hf:me/repo/../x.gguf", .file), ("hf:me/repo//x.gguf", .file), ("hf:me/repo/x.bin", .file),
    ("hf:me/repo/a\\b.gguf", .file), ("hf:me/repo/C:/x.gguf", .file), ("hf:me/repo:Q4_0/x.gguf", .file),
    ("https://huggingface.co/me/repo/resolve/main/%2e%2e/x.gguf", .file),
    ("ollama:", .model), ("ollama:a/b/c/d", .model), ("ollama:..", .model), ("ollama:a:", .tag), ("ollama:a:..", .tag),
    ("ollama:../b", .namespace), ("ollama:a.b/c", .namespace), ("ollama:-h/a/b", .host),
    ("ollama:" + String(repeating: "m", count: 81), .model),
    ("lmstudio:me", .model), ("lmstudio:../x", .publisher), ("lmstudio:me/..", .model),
    ("lmstudio:me/x/../y.gguf", .file), ("lmstudio:me/x/y.bin", .file),
    ("olama:x", .scheme), ("qwen3:8b", .scheme), ("C:\\x", .scheme),
    ("https:///x.gguf", .host), ("https://host/x.bin", .file), ("https://host/", .file),
    ("https://me:secret@host/x.gguf", .host), ("file://host/x.gguf", .file),
  ])
  func errorsNameThePart(_ text: String, _ part: ModelNameError.Part) throws {
    let error = #expect(throws: ModelNameError.self) { try name(text) }
    #expect(error?.part == part, "\(String(describing: error))")
    #expect(error?.description.contains("\n") == false)
  }

  @Test func errorsHintAtOllama() {
    let error = #expect(throws: ModelNameError.self) { try name("qwen3:8b") }
    #expect(error?.description.contains("ollama:qwen3:8b") == true)
  }

  @Test(arguments: [
    ("a/b.gguf", true), ("a b/ü.gguf", true), ("", false), ("/a", false), ("a/", false), ("a//b", false), (".", false),
    ("a/../b", false), ("..", false), ("a/./b", false), ("a\\b", false), ("C:x", false), ("a/c:\\x", false),
    ("a\u{7}", false), ("a\u{2028}b", false), (String(repeating: "a", count: 256), false), ("...", true),
    ("a:b", false), ("ab:c", true),
  ])
  func pathsOfServersStayInside(_ path: String, _ isSafe: Bool) {
    #expect(NameRules.isSafePath(path) == isSafe)
  }
}
