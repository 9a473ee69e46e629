#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension GGUFFile {
  /// Returns the path of a model's file: a folder with one model in it stands for that model.
  ///
  /// The parts of a split model count as one, and image projectors (`mmproj…`) not at all. Any other path is returned
  /// unchanged, even if there is no such file.
  ///
  /// - Throws: ``GGUFError`` with code `cannotOpen` for a folder without a model or with several.
  public static func location(of path: String) throws(GGUFError) -> String {
    guard let names = names(inFolder: path) else { return path }
    func failure(_ found: String, _ expected: String = "one GGUF file") -> GGUFError {
      GGUFError(.cannotOpen, file: path, found: found, expected: expected)
    }
    let models = names.filter { $0.lowercased().hasSuffix(".gguf") && !$0.hasPrefix("mmproj") && isFirstPart($0) }
    if models.count == 1 { return path.hasSuffix("/") ? path + models[0] : path + "/" + models[0] }
    guard models.isEmpty else {
      let some = models.sorted().prefix(3).map(GGUFError.printable).joined(separator: ", ")
      throw failure("a folder with \(models.count) models (\(some)\(models.count > 3 ? ", …" : ""))", "one of them")
    }
    if names.contains(where: { $0.hasSuffix(".safetensors") }) {
      throw failure("a folder with a safetensors model; convert it to GGUF")
    }
    throw failure("a folder without a GGUF file")
  }

  /// Returns false for the second and further parts of a split model, `…-00002-of-00003.gguf`.
  private static func isFirstPart(_ name: String) -> Bool {
    guard let match = name.lowercased().firstMatch(of: #/-(\d{5})-of-\d{5}\.gguf$/#) else { return true }
    return match.1 == "00001"
  }

  /// Returns the names in a folder; nil if the path is not that of a readable folder.
  package static func names(inFolder path: String) -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(folder) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // Safe: the name ends with NUL, and the entry is valid until the next one is read.
      let name = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      names.append(unsafe String(cString: name))
    }
    return names
  }
}

extension GGUFFile {
  /// Returns true for a file name that ends as those of the parts of a split model do, in `-00001-of-00003.gguf`.
  package static func isPart(fileName: String) -> Bool {
    let pattern = Array("-#####-of-#####.gguf".utf8)
    let ending = fileName.utf8.suffix(pattern.count)
    return ending.count == pattern.count
      && zip(pattern, ending).allSatisfy { $0 == UInt8(ascii: "#") ? (0x30...0x39).contains($1) : $0 == $1 }
  }
}
