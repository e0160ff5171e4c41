// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The settings every target of the house shares: strict concurrency, explicit existentials,
/// imports that leak nothing, and no warning left standing.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Targets that talk to C mark each use of a pointer with `unsafe`, so that a reviewer can find it.
let facingC: [SwiftSetting] = house + [.strictMemorySafety()]

/// Programs that ship bring the Swift libraries with them, so that they run where no toolchain is.
/// The modules themselves are compiled for the libraries of the toolchain, as those of the tests
/// must be; so what the archives need of each other is named here.
func alone(with others: [String] = []) -> [LinkerSetting] {
    let archives =
        others + [
            "Foundation", "FoundationInternationalization", "FoundationEssentials",
            "CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections",
        ]
    return [
        .unsafeFlags(
            ["-static-stdlib", "-Xlinker", "--start-group"] + archives.map { "-l" + $0 }
                + ["-Xlinker", "--end-group"],
            .when(platforms: [.linux], configuration: .release))
    ]
}

/// What is left out. `CLEANRULES_TESTS=engine` leaves all away but the engine, the reader of rules
/// and their tests: see `script/test --engine`; `core` is the same without what edits rules.
let tests = Context.environment["CLEANRULES_TESTS"] ?? ""

let package = Package(
    name: "cleanrules",
    products: [
        .executable(name: "cleanrules", targets: ["cleanrules"]),
        .executable(name: "cleanrules-fleet", targets: ["cleanrules-fleet"]),
        .executable(name: "cleanrules-part", targets: ["cleanrules-part"]),
        .executable(name: "cleanrules-issuer", targets: ["cleanrules-issuer"]),
        .library(name: "RuleEngine", targets: ["RuleEngine"]),
        .library(name: "YAMLBridge", targets: ["YAMLBridge"]),
        .library(name: "DriveAdapters", targets: ["DriveAdapters"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(
            name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        .target(name: "CTerminal"),
        .target(name: "CPhotoMarks"),
        .target(name: "CPKCS11", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CWebPage", exclude: ["web", "report"]),
        .target(name: "CWords", exclude: ["words"]),
        .target(name: "CSchemas"),
        .target(name: "Text", swiftSettings: house),
        .target(name: "Messages", swiftSettings: house),
        .target(name: "PhotoLooks", dependencies: ["Text"], swiftSettings: house),
        .target(
            name: "RuleEngine",
            dependencies: ["Text", "Messages", "PhotoLooks", "Threads", "CPCRE2", "CPhotoMarks"],
            swiftSettings: facingC),
        .target(name: "POSIX", swiftSettings: facingC),
        .target(name: "Threads", swiftSettings: facingC),
        .target(
            name: "YAMLBridge",
            dependencies: ["Text", "Messages", "PhotoLooks", "RuleEngine", "CLibYAML"],
            swiftSettings: facingC),
        .target(
            name: "RuleEditing", dependencies: ["Text", "Messages", "RuleEngine", "YAMLBridge"],
            swiftSettings: house),
        .target(
            name: "RuleLearning",
            dependencies: ["Text", "Messages", "RuleEngine", "YAMLBridge", "RuleEditing"],
            swiftSettings: house),
        .target(
            name: "LanguageServer",
            dependencies: ["Text", "Messages", "RuleEngine", "YAMLBridge", "RuleEditing"],
            swiftSettings: house),
        .target(
            name: "HTTPTransport",
            dependencies: [
                "Messages", "POSIX", "Threads", "CLibCurl", "CZlib",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: facingC),
        .target(
            name: "AccountAccess",
            dependencies: [
                "Text", "Messages", "POSIX", "Threads", "HTTPTransport", "CCrypto", "CLinux",
            ],
            swiftSettings: house),
        .target(
            name: "SignedText", dependencies: ["Text", "Messages", "CCrypto"], swiftSettings: house),
        .target(
            name: "Entitlements", dependencies: ["Text", "Messages", "RuleEngine"],
            swiftSettings: house),
        .target(
            name: "DriveAdapters",
            dependencies: [
                "Text", "Messages", "PhotoLooks", "RuleEngine", "POSIX", "Threads",
                "HTTPTransport", "CXXHash",
                "CCrypto", "CZlib", "CLinux",
            ],
            swiftSettings: facingC),
        .target(
            name: "Plans", dependencies: ["Text", "Messages", "PhotoLooks", "RuleEngine"],
            swiftSettings: house),
        .target(name: "DecisionSync", dependencies: ["Text", "CCrypto"], swiftSettings: house),
        .target(
            name: "StateLedger",
            dependencies: [
                "Text", "Messages", "PhotoLooks", "RuleEngine", "Plans", "DecisionSync", "POSIX",
                "Threads", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .target(
            name: "Tiers",
            dependencies: [
                "Text", "Messages", "RuleEngine", "POSIX", "StateLedger", "SignedText",
                "Entitlements",
            ],
            swiftSettings: house),
        .target(
            name: "PlanRunner",
            dependencies: [
                "Text", "Messages", "PhotoLooks", "RuleEngine", "DriveAdapters", "Plans",
                "StateLedger", "Wording",
            ],
            swiftSettings: house),
        .target(name: "PictureExchange", dependencies: ["PhotoLooks"], swiftSettings: house),
        .target(
            name: "Wording", dependencies: ["Text", "Messages", "RuleEngine", "CWords"],
            swiftSettings: house),
        .executableTarget(
            name: "cleanrules-pictures",
            dependencies: ["Messages", "PhotoLooks", "PictureExchange", "POSIX", "CLinux"],
            swiftSettings: facingC, linkerSettings: alone()),
        .target(
            name: "HelpPages", dependencies: ["Text", "Wording"], swiftSettings: house),
        .target(
            name: "ReviewUI",
            dependencies: [
                "Text", "Messages", "RuleEngine", "StateLedger", "PhotoLooks", "PictureExchange",
                "Wording", "HelpPages",
                "POSIX", "Threads",
                "CLinux", "CWebPage", "CTerminal",
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: house),
        .target(
            name: "Reports",
            dependencies: [
                "Text", "Messages", "PhotoLooks", "RuleEngine", "POSIX", "DriveAdapters", "Plans",
                "StateLedger", "PlanRunner", "Wording", "CWebPage", "CSchemas",
            ],
            swiftSettings: house),
        .target(
            name: "Workflow",
            dependencies: [
                "Text", "Messages", "PhotoLooks", "RuleEngine", "YAMLBridge", "RuleEditing",
                "RuleLearning", "POSIX", "Threads",
                "HTTPTransport", "AccountAccess", "DriveAdapters", "Plans", "StateLedger",
                "PlanRunner", "ReviewUI", "Reports", "Wording", "HelpPages", "SignedText",
                "Entitlements", "Tiers", "DecisionSync",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .target(
            name: "Upkeep",
            dependencies: [
                "Text", "Messages", "RuleEngine", "YAMLBridge", "POSIX", "AccountAccess",
                "DriveAdapters", "StateLedger", "PlanRunner", "ReviewUI", "Reports", "Workflow",
                "Wording",
            ],
            swiftSettings: house),
        .target(
            name: "FleetParts",
            dependencies: [
                "Text", "Messages", "RuleEngine", "YAMLBridge", "POSIX", "DriveAdapters", "Plans",
                "Wording",
            ],
            swiftSettings: house),
        .target(
            name: "Fleet",
            dependencies: [
                "Text", "Messages", "RuleEngine", "YAMLBridge", "POSIX", "Threads",
                "HTTPTransport", "AccountAccess", "DriveAdapters", "Plans", "PlanRunner",
                "StateLedger", "Reports", "Workflow", "FleetParts", "Wording",
            ],
            swiftSettings: house),
        .target(
            name: "Issuer",
            dependencies: [
                "Text", "Messages", "RuleEngine", "YAMLBridge", "POSIX", "Threads", "SignedText",
                "Entitlements", "Workflow", "CPKCS11",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: house),
        .target(
            name: "GraphSimulator",
            dependencies: ["Text", "RuleEngine", "HTTPTransport", "DriveAdapters"],
            swiftSettings: house),
        .target(
            name: "Samples",
            dependencies: [
                "Text", "Messages", "RuleEngine", "HTTPTransport", "DriveAdapters", "PlanRunner",
                "GraphSimulator", "Workflow", "Wording",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .target(
            name: "GraphSimulatorServer",
            dependencies: [
                "GraphSimulator", "HTTPTransport",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: house),
        .executableTarget(
            name: "cleanrules-graphsim",
            dependencies: [
                "GraphSimulator", "GraphSimulatorServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),
        .target(
            name: "Commands",
            dependencies: [
                "Text", "Messages", "RuleEngine", "YAMLBridge", "RuleEditing", "RuleLearning",
                "LanguageServer", "POSIX", "HTTPTransport",
                "AccountAccess", "DriveAdapters", "Plans", "StateLedger", "PlanRunner", "ReviewUI",
                "Reports", "Workflow", "Upkeep", "Samples", "Wording", "HelpPages", "SignedText",
                "Entitlements", "Tiers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),
        .executableTarget(
            name: "cleanrules", dependencies: ["Commands"], swiftSettings: house,
            linkerSettings: alone()),
        .executableTarget(
            name: "cleanrules-fleet",
            dependencies: [
                "Text", "Messages", "RuleEngine", "POSIX", "Threads", "Reports", "Workflow",
                "Fleet",
                "Wording",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house, linkerSettings: alone()),
        .executableTarget(
            name: "cleanrules-part",
            dependencies: ["POSIX", "FleetParts", "Wording", "CLinux"],
            swiftSettings: house,
            linkerSettings: alone()),
        .executableTarget(
            name: "cleanrules-issuer",
            dependencies: [
                "Text", "Messages", "RuleEngine", "POSIX", "Threads", "SignedText", "Entitlements",
                "Reports", "Workflow", "Issuer", "Wording",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house,
            linkerSettings: alone(with: ["FoundationNetworking", "_CFURLSessionInterface"])),
        .executableTarget(
            name: "cleanrules-bench",
            dependencies: [
                "RuleEngine", "YAMLBridge", "DriveAdapters", "PhotoLooks", "StateLedger",
                "PlanRunner",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),
        .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: house),
        .testTarget(
            name: "PhotoLooksTests", dependencies: ["TestSupport", "PhotoLooks"],
            swiftSettings: house),
        .testTarget(name: "POSIXTests", dependencies: ["POSIX"], swiftSettings: house),
        .target(
            name: "TestSupport", dependencies: ["Threads"], path: "Tests/Support",
            swiftSettings: house),
        .testTarget(
            name: "RuleEngineTests",
            dependencies: ["TestSupport", "Threads", "Messages", "PhotoLooks", "RuleEngine"],
            swiftSettings: house),
        .testTarget(
            name: "YAMLBridgeTests",
            dependencies: ["TestSupport", "Messages", "YAMLBridge", "RuleEngine"],
            resources: [.copy("Cases")], swiftSettings: house),
        .testTarget(
            name: "RuleEditingTests",
            dependencies: ["TestSupport", "Messages", "RuleEditing", "YAMLBridge", "RuleEngine"],
            swiftSettings: house),
        .testTarget(
            name: "RuleLearningTests",
            dependencies: [
                "TestSupport", "Messages", "RuleLearning", "RuleEditing", "YAMLBridge",
                "RuleEngine",
            ],
            swiftSettings: house),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: [
                "TestSupport", "Text", "Messages", "LanguageServer", "YAMLBridge", "RuleEditing",
                "RuleEngine",
            ],
            swiftSettings: house),
        .testTarget(
            name: "HTTPTransportTests",
            dependencies: [
                "TestSupport", "HTTPTransport", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "AccountAccessTests",
            dependencies: ["TestSupport", "AccountAccess", "HTTPTransport", "GraphSimulator"],
            swiftSettings: house),
        .target(
            name: "SignedTextSamples", dependencies: ["Text", "SignedText"],
            path: "Tests/SignedTextSamples", swiftSettings: house),
        .testTarget(
            name: "SignedTextTests",
            dependencies: ["TestSupport", "Text", "SignedText", "SignedTextSamples"],
            swiftSettings: house),
        .testTarget(
            name: "EntitlementsTests",
            dependencies: ["TestSupport", "Text", "RuleEngine", "Entitlements"],
            swiftSettings: house),
        .testTarget(
            name: "GraphSimulatorTests",
            dependencies: [
                "Text", "TestSupport", "GraphSimulator", "GraphSimulatorServer", "RuleEngine",
                "HTTPTransport",
                "DriveAdapters",
            ],
            swiftSettings: house),
        .testTarget(
            name: "DriveAdaptersTests",
            dependencies: [
                "Text", "TestSupport", "DriveAdapters", "RuleEngine", "POSIX", "HTTPTransport",
                "GraphSimulator",
            ],
            swiftSettings: house),
        .testTarget(
            name: "StateLedgerTests",
            dependencies: [
                "Text", "TestSupport", "StateLedger", "PhotoLooks", "Plans", "RuleEngine", "POSIX",
                "DecisionSync",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "DecisionSyncTests", dependencies: ["TestSupport", "Text", "DecisionSync"],
            swiftSettings: house),
        .testTarget(
            name: "PlansTests", dependencies: ["TestSupport", "PhotoLooks", "Plans", "RuleEngine"],
            swiftSettings: house),
        .testTarget(
            name: "ReviewUITests",
            dependencies: [
                "Text", "TestSupport", "ReviewUI", "CWebPage", "StateLedger", "RuleEngine",
                "PhotoLooks", "PictureExchange", "Wording",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PlanRunnerTests",
            dependencies: [
                "TestSupport", "PlanRunner", "StateLedger", "PhotoLooks", "Plans", "DriveAdapters",
                "RuleEngine", "HTTPTransport", "GraphSimulator", "Wording",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "TiersTests",
            dependencies: [
                "TestSupport", "Text", "Messages", "RuleEngine", "StateLedger", "SignedText",
                "Entitlements", "Tiers",
            ],
            swiftSettings: house),
        .testTarget(
            name: "IssuerTests",
            dependencies: [
                "TestSupport", "Text", "Messages", "RuleEngine", "Threads", "HTTPTransport",
                "StateLedger", "SignedText", "SignedTextSamples", "Entitlements", "Tiers", "Issuer",
                "Reports", "ReviewUI", "POSIX",
                "Workflow", "Wording",
            ],
            swiftSettings: house),
        .testTarget(
            name: "FleetTests",
            dependencies: [
                "TestSupport", "Messages", "Fleet", "FleetParts", "RuleEngine", "YAMLBridge",
                "DriveAdapters", "Plans", "PlanRunner", "StateLedger", "Workflow",
                "Wording", "Threads",
            ],
            swiftSettings: house),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Text", "TestSupport", "Commands", "Messages", "RuleEngine", "YAMLBridge",
                "HTTPTransport",
                "AccountAccess", "DriveAdapters", "Plans", "StateLedger", "PlanRunner", "Reports",
                "Workflow", "Upkeep", "Samples", "GraphSimulator", "GraphSimulatorServer",
                "Wording", "SignedText", "Entitlements", "Tiers",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("Conformance")], swiftSettings: house),
        .testTarget(
            name: "DocsTests",
            dependencies: [
                "TestSupport", "Commands", "Messages", "RuleEngine", "YAMLBridge", "RuleEditing",
                "DriveAdapters", "Plans", "PhotoLooks",
                "PlanRunner", "Samples", "Workflow", "Wording", "HelpPages", "StateLedger",
                "AccountAccess",
            ],
            swiftSettings: house),
    ]
)

// Tests are as quick as they need be without the optimiser, which takes minutes for them: in a
// release build it works on what ships alone.
let tested: Set = ["TestSupport", "SignedTextSamples"]
for target in package.targets where target.type == .test || tested.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}

if tests == "engine" || tests == "core" {
    let core: Set = [
        "CPCRE2", "CLibYAML", "CPhotoMarks", "Text", "Messages", "PhotoLooks", "RuleEngine",
        "YAMLBridge", "Threads", "TestSupport", "RuleEngineTests", "YAMLBridgeTests",
    ]
    let engine = core.union([
        "PhotoLooksTests", "RuleEditing", "RuleLearning", "LanguageServer", "TextTests",
        "RuleEditingTests", "RuleLearningTests", "LanguageServerTests",
    ])
    let built = tests == "core" ? core : engine
    package.targets.removeAll { !built.contains($0.name) }
    package.products.removeAll { $0.name != "RuleEngine" && $0.name != "YAMLBridge" }
    package.dependencies = []
}
