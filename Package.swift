// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// Tools version 6.2 is the first from which a package with per-target flags may be a versioned dependency of another.
// The lists below have types of their own: Swift 6.2 gives up on the type of one expression that has them all.
let package = Package(
  name: "swiftlet",
  platforms: [.macOS(.v26), .iOS(.v26), .visionOS(.v26)],
  products: products + systemFrameworkProducts,
  dependencies: SwiftSyntax.packages,
  targets: modules + vectorKernels + foundationModelsTargets + systemFrameworkTargets + tests,
  swiftLanguageModes: [.v6]
)

var products: [Product] {
  [
    .library(name: "Swiftlet", targets: ["Swiftlet"] + foundationModels),
    .executable(name: "swiftlet", targets: ["swiftlet-cli"]),
    // For measurements, such as those in Benchmarks: files, packed matrices and kernels without an engine around them.
    .library(name: "SwiftletKernels", targets: ["SwiftletKernels", "SwiftletGGUF"]),
    // Guides run without a model.
    .library(
      name: "SwiftletGuides", targets: ["SwiftletGuides", "SwiftletJSON", "SwiftletTokenizers", "SwiftletGGUF"]),
    // The template language, on its own.
    .library(name: "SwiftletJinja", targets: ["SwiftletJinja", "SwiftletJSON"]),
    // The engine without sessions around it.
    .library(
      name: "SwiftletInference",
      targets: ["SwiftletInference", "SwiftletGuides", "SwiftletJSON", "SwiftletTokenizers"]),
  ]
}

/// The modules, in the order in which data flows through them.
var modules: [Target] {
  [
    .module("JSON"),
    .module("GGUF"),
    // What the kernels of all instruction sets have in common: their signatures.
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
    .module("Inference", dependencies: ["SwiftletGGUF", "SwiftletKernels", "SwiftletTokenizers", "SwiftletGuides"]),
    // The default model, where its card and its training code are. A link to it from elsewhere would be copied as such.
    .target(
      name: "SwiftletWeights", path: "Weights",
      exclude: ["ATTRIBUTION.md", "README.md", "SAMPLES.md", "Training", "loss.svg"],
      sources: ["DefaultModel.swift"], resources: [.copy("swiftlet-tiny-q8_0.gguf")], swiftSettings: .safe),
    .macro(
      name: "SwiftletMacros", dependencies: SwiftSyntax.products, path: "Sources/SwiftletMacros",
      swiftSettings: .safe + SwiftSyntax.compilation, linkerSettings: SwiftSyntax.linking),
    .sessions("Swiftlet", path: "Sources/Swiftlet"),
    // Not named after its product: on a file system without case, `swiftlet` and `Swiftlet` are one folder.
    .executableTarget(
      name: "swiftlet-cli",
      dependencies: [
        "Swiftlet", "SwiftletJSON", "SwiftletGGUF", "SwiftletKernels", "SwiftletTokenizers", "SwiftletChatTemplates",
        "SwiftletGuides", "SwiftletInference", "SwiftletWeights",
      ],
      path: "Sources/swiftlet-cli", swiftSettings: .safe),
  ]
}

/// The tests of what is being built.
///
/// Those of modules take `FoundationModels` for this package's own.
var tests: [Target] { systemFramework == .standIn ? systemFrameworkTests : moduleTests + macroTests }

/// The tests of modules, a target for each.
var moduleTests: [Target] {
  [
    .tests("JSON"),
    .tests("GGUF"),
    .tests("Kernels", dependencies: ["SwiftletGGUF", "SwiftletKernelInterface", "SwiftletKernelsPortable"]),
    .tests("Tokenizers", dependencies: ["SwiftletGGUF"]),
    .tests("Jinja", dependencies: ["SwiftletJSON"]),
    .tests(
      "ChatTemplates", dependencies: ["SwiftletJSON", "SwiftletJinja", "SwiftletGGUF", "SwiftletTokenizers"]),
    .tests("Guides", dependencies: ["SwiftletGGUF", "SwiftletJSON", "SwiftletTokenizers"]),
    .tests(
      "Inference",
      dependencies: [
        "SwiftletGGUF", "SwiftletKernelInterface", "SwiftletKernels", "SwiftletTokenizers", "SwiftletGuides",
      ]),
    .testTarget(
      name: "SwiftletTests",
      dependencies: [
        "Swiftlet", "SwiftletJSON", "SwiftletGGUF", "SwiftletInference", "SwiftletGuides", "SwiftletTokenizers",
        "SwiftletChatTemplates", "SwiftletWeights",
      ] + foundationModels.map { .target(name: $0) },
      path: "Tests/SwiftletTests", swiftSettings: .common),
    .testTarget(
      name: "CommandLineTests", dependencies: ["swiftlet-cli", "SwiftletGGUF"], path: "Tests/CommandLineTests",
      swiftSettings: .common),
  ]
}

/// The tests of the macros, which run on the machine that builds: a cross build has none.
///
/// The sources of the macros themselves are behind a link: if a test depends on a macro, SwiftPM builds all tests, and
/// what they test, a second time as tools.
var macroTests: [Target] {
  guard Architecture.target == Architecture.builder else { return [] }
  return [
    .testTarget(
      name: "SwiftletMacrosTests", dependencies: SwiftSyntax.products, path: "Tests/SwiftletMacrosTests",
      exclude: ["Macros/Plugin.swift"], swiftSettings: .common + SwiftSyntax.compilation,
      linkerSettings: SwiftSyntax.linking)
  ]
}

/// The kernels for instruction sets of one architecture each.
///
/// `#if arch` in a manifest is about the machine that builds, not the one that is built for, and a universal build has
/// two of the latter. So all of these are always there: on other architectures they have no kernels, and the flags of an
/// architecture are ignored.
var vectorKernels: [Target] {
  [
    .kernels("AVX2", "AVX", x86("-mavx2", "-mfma", "-mf16c")),
    .kernels("AVXVNNI", "AVX", x86("-mavx2", "-mfma", "-mf16c", "-mavxvnni")),
    .kernels(
      "AVX512", "AVX",
      x86("-mavx512f", "-mavx512bw", "-mavx512vl", "-mavx512dq", "-mavx512vnni", "-mfma", "-mf16c")),
    // No more than what is looked for at start. Left to itself, a compiler for iPads would not use dot products.
    .kernels("NEON", "NEON", arm("-march=armv8-a+dotprod")),
    .kernels("I8MM", "NEON", arm("-march=armv8-a+dotprod+i8mm")),
  ]
}

/// Flags for Clang, which decides what vector instructions Swift may use too, on x86-64 alone.
func x86(_ flags: String...) -> [String] { clang(flags, for: ["x86_64"]) }

/// The same on 64-bit Arm, which has one name on Linux and another one on Apple's platforms.
func arm(_ flags: String...) -> [String] { clang(flags, for: ["aarch64", "arm64"]) }

/// Flags that an architecture's Clang reads and others pass over.
///
/// The Clang of Swift 6.2 knows such flags when it compiles for Apple's platforms alone.
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

/// The architectures of the machine that builds and of what is built for, which a cross build says in `SWIFTLET_ARCH`.
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

/// The module under the name that existing sources import, on platforms that lack Apple's own.
///
/// A Mac that builds for Linux says so by `SWIFTLET_FOUNDATION_MODELS=1`.
var foundationModels: [String] { systemFramework == nil ? ["FoundationModels"] : [] }

/// The platform that is built for, where that of the machine that builds does not say it.
enum Platform {
  /// A Mac builds for Linux, as `SWIFTLET_FOUNDATION_MODELS=1` in the environment says.
  static var isLinuxOnMac: Bool { choice("SWIFTLET_FOUNDATION_MODELS", among: ["1"]) != nil }
}

/// The framework that `FoundationModels` names when that is not this package: the system's own.
enum SystemFramework {
  /// The one of Apple's platforms.
  case apple
  /// These sources once more, so that models can be tested in sessions of another module where there is no other.
  case standIn
}

/// The framework for whose sessions models are built; `nil` where there is none.
///
/// `SWIFTLET_SYSTEM_FRAMEWORK=stand-in` in the environment asks for the one of the tests.
var systemFramework: SystemFramework? {
  if choice("SWIFTLET_SYSTEM_FRAMEWORK", among: ["stand-in"]) != nil { return .standIn }
  #if os(Linux)
    return nil
  #else
    return Platform.isLinuxOnMac ? nil : .apple
  #endif
}

/// The target behind ``foundationModels``, and clients of it: all published declarations, and programs.
///
/// The clients are compiled as most are, with no feature enabled.
var foundationModelsTargets: [Target] {
  foundationModels.flatMap { name -> [Target] in
    [
      .target(name: name, dependencies: ["Swiftlet"], path: "Sources/FoundationModels", swiftSettings: .common),
      .testTarget(name: "InventoryTests", dependencies: [.target(name: name)], path: "Tests/InventoryTests"),
      .testTarget(
        name: "ClientProgramTests", dependencies: [.target(name: name), "Swiftlet"], path: "Tests/ClientProgramTests"),
    ]
  }
}

/// Models of this package for sessions of the system's framework.
var systemFrameworkProducts: [Product] {
  systemFramework == nil ? [] : [.library(name: "SwiftletFoundationModels", targets: ["SwiftletFoundationModels"])]
}

/// The target behind ``systemFrameworkProducts``.
///
/// Something that stands in for the system's framework has a version, since sources ask for one.
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

/// Tests that have the same conversations in sessions of either framework.
///
/// The conversations are one source. Its imports, and what its macros make, say `Swiftlet`.
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
  /// `none`: not even modules that move many bytes, for a build that only has to succeed.
  static var isNone: Bool { mode == "none" }
  /// `all`: tests too, which pays where they run in an emulator.
  static var isAll: Bool { mode == "all" }

  /// Flags that compile a module as a whole, also in debug builds.
  ///
  /// File by file, generic code would not be specialised, and every file's imports would be looked at again and again.
  static let asWhole = ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]

  private static let mode = choice("SWIFTLET_OPTIMIZATION", among: ["none", "all"])
}

/// Reads an environment variable that is one of some words, or is not set.
///
/// Another word ends the reading of the manifest, which has no other way to report an error.
func choice(_ name: String, among words: [String]) -> String? {
  guard let word = Context.environment[name] else { return nil }
  guard words.contains(word) else {
    fatalError("\(name): found '\(word)', expected \(words.joined(separator: ", "))")
  }
  return word
}

/// Where macros find swift-syntax: inside the toolchain (nothing to fetch, nothing to compile), else as a package.
///
/// `SWIFT_SYNTAX_PACKAGE=1` in the environment forces the package.
enum SwiftSyntax {
  /// The package, where the toolchain has no swift-syntax.
  static var packages: [Package.Dependency] {
    host == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"700.0.0")] : []
  }

  /// The package's products, where it is used.
  static var products: [Target.Dependency] {
    guard host == nil else { return [] }
    return [
      "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
      "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
    ].map { .product(name: $0, package: "swift-syntax") }
  }

  /// What lets the compiler find the toolchain's.
  static var compilation: [SwiftSetting] { host.map { [.unsafeFlags(["-I", $0])] } ?? [] }

  /// What lets the linker and the program find the toolchain's.
  static var linking: [LinkerSetting] {
    host.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []
  }

  /// The folder `usr/lib/swift/host` of the toolchain that reads this manifest, if swift-syntax is in it.
  private static let host: String? = {
    if choice("SWIFT_SYNTAX_PACKAGE", among: ["1"]) != nil { return nil }
    // A manifest is linked to `usr/lib/swift/pm/ManifestAPI/libPackageDescription`, and the loader knows where that is.
    // Its `dladdr` is hidden from Glibc's module, so the function itself is looked up by name.
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

  /// The module of sessions, under its own name or another.
  static func sessions(_ name: String, path: String, swiftSettings: [SwiftSetting] = []) -> Target {
    .target(
      name: name,
      dependencies: [
        "SwiftletJSON", "SwiftletGGUF", "SwiftletKernels", "SwiftletTokenizers", "SwiftletChatTemplates",
        "SwiftletGuides", "SwiftletInference", "SwiftletWeights", "SwiftletMacros",
      ],
      path: path, swiftSettings: .safe + swiftSettings)
  }

  /// Kernels compiled for one instruction set, always optimised and never inlined into other modules.
  ///
  /// `family` is the condition under which the sources that it shares with others are compiled.
  static func kernels(_ name: String, _ family: String, _ features: [String] = []) -> Target {
    // Swift's own hoisting of loop invariants looks at each pair of instructions in bodies that are thousands long, and
    // LLVM hoists them afterwards anyway: without it these modules take a quarter less time, and are the same.
    let withoutHoisting = ["-Xllvm", "-sil-disable-pass=loop-invariant-code-motion"]
    let optimisation = ["-O", "-disable-cmo"] + (Optimization.isNone ? [] : Optimization.asWhole + withoutHoisting)
    // Flags for another architecture are not a mistake: hence -Qunused-arguments.
    return .target(
      name: "SwiftletKernels" + name,
      dependencies: ["SwiftletKernelInterface"] + (features.isEmpty ? [] : ["SwiftletIntrinsics"]),
      path: "Sources/Kernels/" + name,
      swiftSettings: [
        .enableExperimentalFeature("BuiltinModule"), .enableExperimentalFeature("Extern"), .define(family),
        .unsafeFlags(optimisation + (features + ["-Qunused-arguments"]).flatMap { ["-Xcc", $0] }),
      ] + .economies)
  }

  /// The tests of a module.
  static func tests(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
      name: name + "Tests", dependencies: [.target(name: "Swiftlet" + name)] + dependencies,
      path: "Tests/\(name)Tests", swiftSettings: .common)
  }
}

extension [SwiftSetting] {
  /// What every target is compiled with.
  static var common: [SwiftSetting] { features + (Optimization.isAll ? optimisation : []) }

  /// Besides, each use of an unsafe construct has to be marked with `unsafe`.
  static var safe: [SwiftSetting] { marked + (Optimization.isAll ? optimisation : []) }

  /// A module that moves so many bytes that a debug build of it would be useless: optimised in every configuration.
  ///
  /// As a whole, as release builds are: what is tested is what is shipped, and it takes less time.
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

  /// What saves a seventh of a build's time, and changes no instruction.
  ///
  /// Debug information of release builds has lines, for backtraces and profilers, but no variables, which there are hardly
  /// any left of. The compiler does not check its own intermediate code, which is a check of the compiler.
  static var economies: [SwiftSetting] {
    [
      .unsafeFlags(["-Xfrontend", "-gline-tables-only"], .when(configuration: .release)),
      .unsafeFlags(["-Xfrontend", "-disable-llvm-verify"]),
    ]
  }
}
