// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// Tools version 6.2 is the first that allows versioned dependencies on packages with unsafe per-target flags.
// The lists below have explicit types, because Swift 6.2 cannot type-check them as one expression in reasonable time.
let package = Package(
  name: "swiftlet",
  platforms: [.macOS(.v26), .iOS(.v26), .visionOS(.v26)],
  products: products + systemFrameworkProducts,
  dependencies: SwiftSyntax.packages,
  targets: modules + vectorHashes + vectorKernels + foundationModelsTargets + systemFrameworkTargets + tests,
  swiftLanguageModes: [.v6]
)

var products: [Product] {
  [
    .library(name: "Swiftlet", targets: ["Swiftlet", "SwiftletStore"] + foundationModels + playgrounds),
    .executable(name: "swiftlet", targets: ["swiftlet-cli"]),
    // Files, packed matrices and kernels without the engine, for benchmarks.
    .library(name: "SwiftletKernels", targets: ["SwiftletKernels", "SwiftletGGUF"]),
    // Names of models, caches on disk, and downloads, without the engine.
    .library(name: "SwiftletStore", targets: ["SwiftletStore"]),
    // Hash functions alone, for benchmarks.
    .library(name: "SwiftletHashing", targets: ["SwiftletHashing"]),
    // Constrained decoding (guides) without the engine.
    .library(
      name: "SwiftletGuides", targets: ["SwiftletGuides", "SwiftletJSON", "SwiftletTokenizers", "SwiftletGGUF"]),
    // The Jinja interpreter alone.
    .library(name: "SwiftletJinja", targets: ["SwiftletJinja", "SwiftletJSON"]),
    // Decoding and resizing of pictures alone.
    .library(name: "SwiftletImages", targets: ["SwiftletImages"]),
    // The HTTP server: the protocols of existing clients around the models of this package.
    .library(name: "SwiftletServer", targets: ["SwiftletServer"]),
    // The engine without sessions.
    .library(
      name: "SwiftletInference",
      targets: ["SwiftletInference", "SwiftletGuides", "SwiftletJSON", "SwiftletTokenizers"]),
  ]
}

/// The modules, in dependency order.
var modules: [Target] {
  [
    .module("Images"),
    .module("JSON"),
    .module("GGUF"),
    .target(
      name: "SwiftletHashing", dependencies: vectorHashes.map { .target(name: $0.name) },
      path: "Sources/Hashing/Runtime",
      swiftSettings: .optimised),
    // The HTTP client of remote models and of downloads.
    .target(name: "SwiftletHTTP", dependencies: ["SwiftletGGUF"], path: "Sources/HTTP", swiftSettings: .safe),
    // Names of models, caches on disk, and downloads.
    .target(
      name: "SwiftletStore", dependencies: ["SwiftletJSON", "SwiftletGGUF", "SwiftletHashing", "SwiftletHTTP"],
      path: "Sources/Store", swiftSettings: .safe),
    // The kernel protocols, shared by all instruction sets.
    .target(name: "SwiftletKernelInterface", path: "Sources/Kernels/Interface", swiftSettings: .common),
    .kernels("Portable", "PORTABLE"),
    .systemLibrary(name: "SwiftletIntrinsics", path: "Sources/Kernels/Intrinsics"),
    .target(
      name: "SwiftletKernels",
      dependencies: ["SwiftletGGUF", "SwiftletKernelInterface", "SwiftletKernelsPortable"]
        + vectorKernels.map { .target(name: $0.name) },
      path: "Sources/Kernels/Runtime", swiftSettings: .optimised),
    .module("Tokenizers", dependencies: ["SwiftletGGUF"]),
    .module("Jinja", dependencies: ["SwiftletJSON"]),
    .module("ChatTemplates", dependencies: ["SwiftletJSON", "SwiftletJinja", "SwiftletTokenizers"]),
    .module("Guides", dependencies: ["SwiftletJSON", "SwiftletTokenizers"]),
    .module(
      "Inference",
      dependencies: [
        "SwiftletGGUF", "SwiftletHashing", "SwiftletKernels", "SwiftletTokenizers", "SwiftletGuides", "SwiftletImages",
      ]),
    // The default model, next to its model card and training code. A symbolic link to it would be copied as a link.
    .target(
      name: "SwiftletWeights", path: "Weights",
      exclude: ["ATTRIBUTION.md", "README.md", "SAMPLES.md", "Training", "loss.svg"],
      sources: ["DefaultModel.swift"], resources: [.copy("swiftlet-tiny-q8_0.gguf")], swiftSettings: .safe),
    .macro(
      name: "SwiftletMacros", dependencies: SwiftSyntax.products, path: "Sources/SwiftletMacros",
      swiftSettings: .safe + SwiftSyntax.compilation, linkerSettings: SwiftSyntax.linking),
    .sessions("Swiftlet", path: "Sources/Swiftlet"),
    // Empty elsewhere than on Linux.
    .systemLibrary(name: "SwiftletEpoll", path: "Sources/Server/HTTP/Epoll"),
    .target(
      name: "SwiftletServer",
      dependencies: [
        "Swiftlet", "SwiftletJSON", "SwiftletGGUF", "SwiftletHTTP", "SwiftletTokenizers", "SwiftletChatTemplates",
        "SwiftletGuides", "SwiftletInference", "SwiftletEpoll",
      ],
      path: "Sources/Server",
      exclude: ["HTTP/Epoll", "OpenAPI/openapi.json", "Page/chat.html", "embed.py"],
      swiftSettings: .safe),
    // Not named `swiftlet`, which is the same folder as `Swiftlet` on case-insensitive file systems.
    .executableTarget(
      name: "swiftlet-cli",
      dependencies: [
        "Swiftlet", "SwiftletJSON", "SwiftletGGUF", "SwiftletKernels", "SwiftletTokenizers", "SwiftletChatTemplates",
        "SwiftletGuides", "SwiftletImages", "SwiftletInference", "SwiftletServer", "SwiftletStore", "SwiftletWeights",
        "SwiftletBuildInformation",
      ],
      path: "Sources/swiftlet-cli", swiftSettings: .safe),
    .systemLibrary(name: "SwiftletCompilerFlags", path: "Sources/BuildInformation/Flags"),
    .target(
      name: "SwiftletBuildInformation", dependencies: ["SwiftletCompilerFlags"], path: "Sources/BuildInformation",
      exclude: ["Flags"], swiftSettings: .safe + [.commit]),
  ]
}

/// The test targets of this build.
///
/// The module tests require that `FoundationModels` is this package's module.
var tests: [Target] { systemFramework == .standIn ? systemFrameworkTests : moduleTests + macroTests }

/// The module tests, one target per module.
var moduleTests: [Target] {
  [
    .target(
      name: "TestSupport", dependencies: ["SwiftletGGUF", "SwiftletHashing"], path: "Tests/Support",
      swiftSettings: .common),
    .tests("Images", dependencies: ["TestSupport"]),
    .tests("JSON", dependencies: ["TestSupport"]),
    .tests("GGUF", dependencies: ["TestSupport"]),
    .tests("Hashing"),
    .tests("HTTP", dependencies: ["TestSupport"]),
    .tests(
      "Store", dependencies: ["SwiftletHTTP", "SwiftletHashing", "SwiftletJSON", "SwiftletGGUF", "TestSupport"]),
    .tests("Kernels", dependencies: ["SwiftletGGUF", "SwiftletKernelInterface", "SwiftletKernelsPortable"]),
    .tests("Tokenizers", dependencies: ["SwiftletGGUF", "TestSupport"]),
    .tests("Jinja", dependencies: ["SwiftletJSON", "TestSupport"]),
    .tests(
      "ChatTemplates",
      dependencies: ["SwiftletJSON", "SwiftletJinja", "SwiftletGGUF", "SwiftletTokenizers", "TestSupport"]),
    .tests("Guides", dependencies: ["SwiftletGGUF", "SwiftletJSON", "SwiftletTokenizers", "TestSupport"]),
    .tests(
      "Inference",
      dependencies: [
        "SwiftletGGUF", "SwiftletImages", "SwiftletKernelInterface", "SwiftletKernels", "SwiftletTokenizers",
        "SwiftletGuides", "TestSupport",
      ]),
    .testTarget(
      name: "SwiftletTests",
      dependencies: [
        "Swiftlet", "SwiftletJSON", "SwiftletGGUF", "SwiftletHTTP", "SwiftletInference", "SwiftletGuides",
        "SwiftletTokenizers", "SwiftletChatTemplates", "SwiftletJinja", "SwiftletKernels", "SwiftletStore",
        "SwiftletWeights", "TestSupport",
      ] + foundationModels.map { .target(name: $0) },
      path: "Tests/SwiftletTests", swiftSettings: .common),
    .tests(
      "Server",
      dependencies: [
        "Swiftlet", "SwiftletGGUF", "SwiftletHashing", "SwiftletJSON", "SwiftletHTTP", "SwiftletInference",
        "SwiftletChatTemplates", "SwiftletWeights", "TestSupport",
      ]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "swiftlet-cli", "Swiftlet", "SwiftletGGUF", "SwiftletHashing", "SwiftletInference", "SwiftletServer",
        "SwiftletWeights", "TestSupport",
      ],
      path: "Tests/CommandLineTests",
      swiftSettings: .common),
  ]
}

/// The macro tests, which run on the host and are excluded from cross builds.
///
/// They compile the macro sources through a symbolic link: if a test target depends on a macro, SwiftPM builds all
/// tests and their dependencies twice, the second time for the host.
var macroTests: [Target] {
  guard Architecture.target == Architecture.builder else { return [] }
  return [
    .testTarget(
      name: "SwiftletMacrosTests", dependencies: SwiftSyntax.products, path: "Tests/SwiftletMacrosTests",
      exclude: ["Macros/Plugin.swift"], swiftSettings: .common + SwiftSyntax.compilation,
      linkerSettings: SwiftSyntax.linking)
  ]
}

/// The kernel modules for vector instruction sets.
///
/// `#if arch` in a manifest tests the host, not the target, and a universal build has two targets. Therefore all
/// of these modules are always built: on other architectures they are empty, and their flags are ignored.
var vectorKernels: [Target] {
  [
    .kernels("AVX2", "AVX", x86("-mavx2", "-mfma", "-mf16c")),
    .kernels("AVXVNNI", "AVX", x86("-mavx2", "-mfma", "-mf16c", "-mavxvnni")),
    .kernels(
      "AVX512", "AVX",
      x86("-mavx512f", "-mavx512bw", "-mavx512vl", "-mavx512dq", "-mavx512vnni", "-mfma", "-mf16c")),
    // Exactly the features that are detected at startup. By default, the compiler for iPads does not use dot products.
    .kernels("NEON", "NEON", arm("-march=armv8-a+dotprod")),
    .kernels("I8MM", "NEON", arm("-march=armv8-a+dotprod+i8mm")),
  ]
}

/// The block functions of hashes for instruction sets that have them, empty on other architectures.
var vectorHashes: [Target] {
  [.hashes("SHANI", x86("-msha", "-msse4.1", "-mssse3")), .hashes("ARMv8", arm("-march=armv8-a+sha2"))]
}

/// Returns Clang flags for x86-64; they also enable vector instructions in Swift code.
func x86(_ flags: String...) -> [String] { clang(flags, for: ["x86_64"]) }

/// Returns Clang flags for 64-bit Arm, which is `aarch64` on Linux and `arm64` on Apple's platforms.
func arm(_ flags: String...) -> [String] { clang(flags, for: ["aarch64", "arm64"]) }

/// Returns flags that Clang applies to the given architectures only.
///
/// The Clang of Swift 6.2 supports `-Xarch_` only for Apple's platforms.
func clang(_ flags: [String], for architectures: [String]) -> [String] {
  let marked = flags.flatMap { flag in architectures.flatMap { ["-Xarch_" + $0, flag] } }
  #if compiler(>=6.3)
    return marked
  #else
    #if os(macOS)
      if Architecture.named == nil, !Platform.isLinuxOnMac { return marked }
    #endif
    return architectures.contains(Architecture.target) ? flags : []
  #endif
}

/// The architectures of the host and of the target, which cross builds set with `SWIFTLET_ARCH`.
enum Architecture {
  static var target: String { named ?? builder }

  static let named: String? = choice("SWIFTLET_ARCH", among: ["x86_64", "aarch64", "arm64"]).map {
    $0 == "arm64" ? "aarch64" : $0
  }

  static var builder: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "aarch64"
    #endif
  }
}

/// The module `FoundationModels`, on platforms without Apple's framework.
///
/// Builds for Linux on a Mac set `SWIFTLET_FOUNDATION_MODELS=1`.
var foundationModels: [String] { systemFramework == nil ? ["FoundationModels"] : [] }

/// The module `Playgrounds`, where ``foundationModels`` is a module of this package.
var playgrounds: [String] { foundationModels.isEmpty ? [] : ["Playgrounds"] }

/// The target platform, if it differs from the host's.
enum Platform {
  /// True for builds for Linux on a Mac, with `SWIFTLET_FOUNDATION_MODELS=1` in the environment.
  static var isLinuxOnMac: Bool { choice("SWIFTLET_FOUNDATION_MODELS", among: ["1"]) != nil }
}

/// The framework that provides `FoundationModels`, if that is not this package.
enum SystemFramework {
  /// Apple's framework.
  case apple
  /// A second build of this package's sources, to test models in sessions of another module on Linux.
  case standIn
}

/// The framework for which `SwiftletFoundationModels` is built; `nil` if there is none.
///
/// `SWIFTLET_SYSTEM_FRAMEWORK=stand-in` in the environment selects the stand-in of the tests.
var systemFramework: SystemFramework? {
  if choice("SWIFTLET_SYSTEM_FRAMEWORK", among: ["stand-in"]) != nil { return .standIn }
  #if os(Linux)
    return nil
  #else
    return Platform.isLinuxOnMac ? nil : .apple
  #endif
}

/// The targets under the names of Apple's modules, and tests that import them: an inventory of declarations, and client
/// programs.
///
/// These tests are compiled without upcoming features, like most packages.
var foundationModelsTargets: [Target] {
  foundationModels.flatMap { name -> [Target] in
    [
      .target(name: name, dependencies: ["Swiftlet"], path: "Sources/FoundationModels", swiftSettings: .common),
      .testTarget(name: "InventoryTests", dependencies: [.target(name: name)], path: "Tests/InventoryTests"),
      .testTarget(
        name: "ClientProgramTests", dependencies: [.target(name: name), "Swiftlet", "Playgrounds"],
        path: "Tests/ClientProgramTests"),
      .target(
        name: "Playgrounds", dependencies: ["SwiftletMacros"], path: "Sources/Playgrounds", swiftSettings: .common),
    ]
  }
}

/// The product with models for sessions of the system's framework.
var systemFrameworkProducts: [Product] {
  systemFramework == nil ? [] : [.library(name: "SwiftletFoundationModels", targets: ["SwiftletFoundationModels"])]
}

/// The target of ``systemFrameworkProducts``.
///
/// The stand-in has a module version, because sources test for it with `canImport(…, _version:)`.
var systemFrameworkTargets: [Target] {
  let standIn: [Target] =
    systemFramework == .standIn
    ? [
      .sessions(
        "FoundationModels", path: "Tests/SystemFramework/StandIn",
        swiftSettings: [.unsafeFlags(["-user-module-version", "2.0.68"])])
    ]
    : []
  return systemFrameworkProducts.isEmpty
    ? []
    : standIn + [
      .target(
        name: "SwiftletFoundationModels", dependencies: ["Swiftlet"] + standIn.map { .target(name: $0.name) },
        path: "Sources/SwiftletFoundationModels", swiftSettings: .safe)
    ]
}

/// Tests that run the same conversations in sessions of both frameworks.
///
/// The conversations are compiled twice from the same sources, which import `Swiftlet`, with a module alias.
var systemFrameworkTests: [Target] {
  [
    .target(
      name: "SwiftletConversations", dependencies: ["Swiftlet"], path: "Tests/SystemFramework/Conversations",
      swiftSettings: .common),
    .target(
      name: "SystemConversations", dependencies: ["FoundationModels"],
      path: "Tests/SystemFramework/SystemConversations",
      swiftSettings: .common + [.unsafeFlags(["-module-alias", "Swiftlet=FoundationModels"])]),
    .testTarget(
      name: "SystemFrameworkTests",
      dependencies: [
        "SwiftletFoundationModels", "FoundationModels", "Swiftlet", "SwiftletWeights", "SwiftletConversations",
        "SystemConversations",
      ],
      path: "Tests/SystemFramework/Tests", swiftSettings: .common),
  ]
}

/// The optimisation mode of a build, from `SWIFTLET_OPTIMIZATION` in the environment.
enum Optimization {
  /// `none`: no module is optimised, for builds that only check compilation.
  static var isNone: Bool { mode == "none" }
  /// `all`: tests are also optimised, for runs in an emulator.
  static var isAll: Bool { mode == "all" }

  /// Flags for whole-module optimisation, also in debug builds.
  ///
  /// Without it, generic code is not specialised across files, and imports are loaded once per file.
  static let asWhole = ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]

  private static let mode = choice("SWIFTLET_OPTIMIZATION", among: ["none", "all"])
}

/// Returns the value of an environment variable, which must be one of `words` if it is set.
///
/// Other values are a fatal error, because manifests cannot report errors otherwise.
func choice(_ name: String, among words: [String]) -> String? {
  guard let word = Context.environment[name] else { return nil }
  guard words.contains(word) else {
    fatalError("\(name): found '\(word)', expected \(words.joined(separator: ", "))")
  }
  return word
}

/// The swift-syntax libraries for macros: those of the toolchain if it has them, else the package.
///
/// `SWIFT_SYNTAX_PACKAGE=1` in the environment forces the package.
enum SwiftSyntax {
  /// The package dependency, if the toolchain has no swift-syntax.
  static var packages: [Package.Dependency] {
    host == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"700.0.0")] : []
  }

  /// The products of the package, if it is used.
  static var products: [Target.Dependency] {
    guard host == nil else { return [] }
    return [
      "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
      "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
    ].map { .product(name: $0, package: "swift-syntax") }
  }

  /// The compiler settings for the libraries of the toolchain.
  static var compilation: [SwiftSetting] { host.map { [.unsafeFlags(["-I", $0])] } ?? [] }

  /// The linker settings for the libraries of the toolchain.
  static var linking: [LinkerSetting] {
    host.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []
  }

  /// The folder `usr/lib/swift/host` of the running toolchain, if it contains swift-syntax.
  private static let host: String? = {
    if choice("SWIFT_SYNTAX_PACKAGE", among: ["1"]) != nil { return nil }
    // The path of the loaded `usr/lib/swift/pm/ManifestAPI/libPackageDescription` gives the location of the toolchain.
    // The Glibc module does not export `dladdr`, so it is looked up by name.
    typealias Dladdr = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> CInt
    var image: (path: UnsafePointer<CChar>?, Int, Int, Int) = (nil, 0, 0, 0)
    guard let dladdr = dlsym(dlopen(nil, RTLD_NOW), "dladdr") else { return nil }
    _ = unsafeBitCast(dladdr, to: Dladdr.self)(
      unsafeBitCast(Package.self as AnyClass, to: UnsafeRawPointer.self), &image)
    guard let path = image.path else { return nil }
    let host = URL(fileURLWithPath: String(cString: path)).appendingPathComponent("../../../host").standardized.path
    return FileManager.default.fileExists(atPath: host + "/SwiftSyntaxMacros.swiftmodule") ? host : nil
  }()
}

extension Target {
  /// A module: folder `Sources/<name>`, name `Swiftlet<name>`.
  static func module(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
    .target(
      name: "Swiftlet" + name, dependencies: dependencies, path: "Sources/" + name,
      swiftSettings: .optimised)
  }

  /// The session API module, under its own name or as the stand-in.
  static func sessions(_ name: String, path: String, swiftSettings: [SwiftSetting] = []) -> Target {
    .target(
      name: name,
      dependencies: [
        "SwiftletJSON", "SwiftletGGUF", "SwiftletHTTP", "SwiftletImages", "SwiftletKernels", "SwiftletTokenizers",
        "SwiftletChatTemplates", "SwiftletGuides", "SwiftletInference", "SwiftletStore", "SwiftletWeights",
        "SwiftletMacros",
      ],
      path: path, swiftSettings: .safe + swiftSettings)
  }

  /// A kernel module for one instruction set, always optimised and never inlined into other modules.
  ///
  /// `family` is the compilation condition of sources shared between instruction sets.
  static func kernels(_ name: String, _ family: String, _ features: [String] = []) -> Target {
    // The loop-invariant code motion of SIL is quadratic in the length of loop bodies with thousands of instructions,
    // and redundant with LLVM's: without it, these modules compile in a quarter less time, to identical code.
    let withoutHoisting = ["-Xllvm", "-sil-disable-pass=loop-invariant-code-motion"]
    let optimisation: [String] =
      ["-O", "-disable-cmo"] + (Optimization.isNone ? [] : Optimization.asWhole + withoutHoisting)
    // -Qunused-arguments suppresses warnings about flags for other architectures.
    let clang: [String] = (features + ["-Qunused-arguments"]).flatMap { ["-Xcc", $0] }
    let settings: [SwiftSetting] = [
      .enableExperimentalFeature("BuiltinModule"), .enableExperimentalFeature("Extern"), .define(family),
      .unsafeFlags(optimisation + clang),
    ]
    let dependencies: [Target.Dependency] =
      ["SwiftletKernelInterface"] + (features.isEmpty ? [] : ["SwiftletIntrinsics"])
    return .target(
      name: "SwiftletKernels" + name, dependencies: dependencies, path: "Sources/Kernels/" + name,
      swiftSettings: settings + .economies)
  }

  /// A module with the block functions of hashes for one instruction set, never inlined into other modules.
  static func hashes(_ name: String, _ features: [String]) -> Target {
    let clang: [String] = (features + ["-Qunused-arguments"]).flatMap { ["-Xcc", $0] }
    let settings: [SwiftSetting] = [
      .enableExperimentalFeature("BuiltinModule"), .unsafeFlags(["-O", "-disable-cmo"] + clang),
    ]
    return .target(
      name: "SwiftletHashing" + name, dependencies: ["SwiftletIntrinsics"], path: "Sources/Hashing/" + name,
      swiftSettings: settings + .economies)
  }

  /// The test target of a module.
  static func tests(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
      name: name + "Tests", dependencies: [.target(name: "Swiftlet" + name)] + dependencies,
      path: "Tests/\(name)Tests", swiftSettings: .common)
  }
}

extension SwiftSetting {
  /// The commit that is built, with a plus sign if there are changes since; empty where there is no repository.
  ///
  /// SwiftPM caches the manifest, so in a folder that is built again and again it may be an earlier one.
  /// `SWIFTLET_COMMIT` in the environment states it, as for releases.
  static var commit: SwiftSetting {
    let git = Context.gitInformation
    let commit =
      Context.environment["SWIFTLET_COMMIT"]
      ?? git.map { String($0.currentCommit.prefix(12)) + ($0.hasUncommittedChanges ? "+" : "") } ?? ""
    return .unsafeFlags(["-Xcc", "-DSWIFTLET_COMMIT=\"\(commit)\""])
  }
}

extension [SwiftSetting] {
  /// The settings of all targets.
  static var common: [SwiftSetting] { features + (Optimization.isAll ? optimisation : []) }

  /// The common settings with strict memory safety.
  static var safe: [SwiftSetting] { marked + (Optimization.isAll ? optimisation : []) }

  /// The settings of performance-critical modules, which are optimised in every configuration.
  ///
  /// They use whole-module optimisation as in release builds, so that tests run the shipped code.
  static var optimised: [SwiftSetting] {
    marked
      + (Optimization.isNone ? [] : optimisation + [.unsafeFlags(Optimization.asWhole, .when(configuration: .debug))])
  }

  private static var features: [SwiftSetting] {
    .economies + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableExperimentalFeature("Lifetimes"),
    ]
  }

  private static var marked: [SwiftSetting] {
    features + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]
  }

  private static var optimisation: [SwiftSetting] { [.unsafeFlags(["-O"])] }

  /// Flags that save a seventh of the build time without changing the generated code.
  ///
  /// Release builds have line tables for backtraces and profilers, but no debug information about variables, most of
  /// which are optimised out. The LLVM verifier, a check of the compiler itself, is disabled.
  static var economies: [SwiftSetting] {
    [
      .unsafeFlags(["-Xfrontend", "-gline-tables-only"], .when(configuration: .release)),
      .unsafeFlags(["-Xfrontend", "-disable-llvm-verify"]),
    ]
  }
}
