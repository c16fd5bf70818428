// swift-tools-version: 6.2
// One line per target, in the order of the data flow; the loop at the end gives all Swift targets the same settings.
import PackageDescription

let package = Package(
    name: "LocationKit",
    products: [
        .library(name: "LocationKit", targets: ["LocationKit"]),
        // A part of it, for programs that need no more.
        .library(name: "Persistence", targets: ["Persistence", "FoundationPersistence"]),
        // Names of places for programs in C and other languages: liblocationkit.so.
        .library(name: "locationkit", type: .dynamic, targets: ["Places"]),
        .executable(name: "locate", targets: ["locate"]),
        .executable(name: "benchmarks", targets: ["Benchmarks"]),
    ],
    targets: [
        // Places on the Earth.
        .target(name: "Geo"),
        // Threads that may block, and what wakes them.
        .target(name: "CThreads"),
        .target(name: "Threads", dependencies: ["CThreads"]),
        // What several modules read and write as text and bytes.
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CMapping"),
        .target(name: "Formats", dependencies: ["CExpat", "CZlib", "CMapping"]),
        // Files, folders and databases.
        .target(name: "CFileUser"),
        .target(name: "COpen"),
        .target(name: "CRename"),
        .target(name: "CSQLite"),
        .target(name: "Storage", dependencies: ["Threads", "CFileUser", "COpen", "CRename", "CSQLite"]),
        // Settings, archives, and the finishing of work under way.
        .target(name: "CLogind"),
        .target(name: "Persistence", dependencies: ["Formats", "Storage", "Threads", "CLogind"]),
        // Positions: files and receivers.
        .target(name: "TrackFormats", dependencies: ["Geo", "Formats", "Storage"]),
        .target(name: "CGPS"),
        .target(name: "Positioning", dependencies: ["Formats", "Geo", "Storage", "TrackFormats", "Threads", "CGPS"]),
        .target(name: "Tracks", dependencies: ["Geo", "Positioning", "Storage", "Threads", "TrackFormats"]),
        // Names of places.
        .target(name: "CAddresses"),
        .target(
            name: "Geocoding", dependencies: ["Formats", "Geo", "Storage", "Threads", "TrackFormats", "CAddresses"]),
        .target(name: "CWorld"),
        .target(name: "Gazetteer", dependencies: ["Formats", "Geo", "Geocoding", "Threads", "CWorld"]),
        // Makes the gazetteer's file; nothing that asks for a name needs it.
        .target(name: "GazetteerBuilder", dependencies: ["Formats", "Geo", "Geocoding", "Gazetteer", "Storage"]),
        // House numbers and streets, from OpenStreetMap data.
        .target(name: "Streets", dependencies: ["Formats", "Geo", "Geocoding", "Storage", "Threads"]),
        // Both together: names of points, and points of names.
        .target(name: "OfflineGeocoding", dependencies: ["Geo", "Geocoding", "Gazetteer", "Streets"]),
        // Makes their index; nothing that asks for an address needs it. libosmium checks its input by exceptions, which its
        // assertions would preempt.
        .target(
            name: "COsmium",
            cxxSettings: [.define("NDEBUG"), .define("OSMIUM_WITH_LZ4")],
            linkerSettings: ["z", "bz2", "expat", "lz4"].map { .linkedLibrary($0) }),
        .target(name: "StreetBuilder", dependencies: ["Formats", "Geocoding", "Storage", "Streets", "COsmium"]),
        // Names of places for programs in other languages: functions in C, tables in Arrow's memory.
        .target(name: "CLocationKit", exclude: ["locationkit.map", "locationkit.pc.in"]),
        .target(
            name: "Places",
            dependencies: ["Geo", "Geocoding", "Gazetteer", "Streets", "OfflineGeocoding", "Threads", "CLocationKit"]),
        // The web, when it is asked for.
        .target(name: "CCurl"),
        .target(name: "HTTP", dependencies: ["Formats", "Threads", "CCurl"]),
        .target(name: "WebGeocoding", dependencies: ["Formats", "Geo", "Geocoding", "HTTP", "Storage", "Threads"]),
        // Photos: what files say of themselves, their pixels, and folders of them.
        .target(name: "Metadata", dependencies: ["Formats", "Geo", "Storage"]),
        .target(name: "CJPEG"),
        .target(name: "CPNG"),
        .target(name: "CWebP"),
        .target(name: "CHEIF"),
        .target(name: "CGIF"),
        .target(name: "CTIFF"),
        .target(name: "CVideo"),
        .target(
            name: "Images",
            dependencies: [
                "Formats", "Metadata", "HTTP", "Storage", "Threads", "CJPEG", "CPNG", "CWebP", "CHEIF", "CGIF", "CTIFF",
                "CVideo",
            ]),
        .target(name: "CInotify"),
        .target(
            name: "Photos",
            dependencies: ["Formats", "Geo", "Images", "Metadata", "Storage", "Threads", "CInotify"]),
        // Photos get their positions and the names of their places.
        .target(name: "CLinux"),
        .target(
            name: "Tagging",
            dependencies: [
                "Formats", "Geo", "Gazetteer", "Geocoding", "Metadata", "Persistence", "Photos", "Positioning",
                "Storage", "Threads", "Tracks", "CLinux",
            ]),
        // Photos and tracks on a map: pages and pictures.
        .target(name: "CMapPage", exclude: ["page"]),
        .target(name: "CRSVG"),
        .target(name: "CShores"),
        .target(
            name: "Maps",
            dependencies: [
                "Formats", "Geo", "Geocoding", "Gazetteer", "Streets", "OfflineGeocoding", "TrackFormats", "Tracks",
                "CMapPage", "CRSVG", "CShores",
            ]),
        // What needs all of Foundation, with ICU: the tool does not link it.
        .target(name: "FoundationPersistence", dependencies: ["Persistence"]),
        .target(name: "Notifications", dependencies: ["Positioning", "Tracks", "Photos"]),
        // All of it, and the tool.
        .target(
            name: "LocationKit",
            dependencies: [
                "Geo", "Storage", "Persistence", "TrackFormats", "Positioning", "Tracks", "Geocoding", "Gazetteer",
                "Streets", "OfflineGeocoding", "StreetBuilder", "HTTP", "WebGeocoding", "Metadata", "Images", "Photos",
                "Tagging", "Maps", "FoundationPersistence", "Notifications",
            ]),
        .target(
            name: "LocateTool",
            dependencies: [
                "Formats", "Geo", "Persistence", "TrackFormats", "Positioning", "Tracks", "Geocoding", "Gazetteer",
                "GazetteerBuilder", "Streets", "OfflineGeocoding", "StreetBuilder", "HTTP", "WebGeocoding", "Metadata",
                "Images", "Photos", "Tagging", "Maps", "Threads",
            ]),
        .target(name: "CArguments"),
        .executableTarget(name: "locate", dependencies: ["LocateTool", "CArguments"]),
        // Ratios against other programs.
        .target(name: "CPeer", dependencies: ["CGPS"], path: "Benchmarks/CPeer"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Positioning", "Persistence", "Tracks", "Geo", "Geocoding", "Gazetteer", "OfflineGeocoding", "HTTP",
                "TrackFormats", "Metadata", "Photos", "Images", "Streets", "StreetBuilder", "Tagging", "Notifications",
                "CPeer",
            ],
            path: "Benchmarks",
            exclude: ["CPeer", "Peers", "Gazetteer/belonging.tsv"]),
        // Tests.
        .target(
            name: "TestSupport", dependencies: ["Geo", "Threads"], path: "Tests/TestSupport",
            exclude: ["Web/web-server.py"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
        .testTarget(name: "GeoTests", dependencies: ["Geo", "TestSupport"]),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads", "TestSupport"]),
        .testTarget(name: "FormatsTests", dependencies: ["Formats", "TestSupport"]),
        .executableTarget(name: "DatabaseProgram", dependencies: ["Storage"], path: "Tests/DatabaseProgram"),
        .testTarget(name: "StorageTests", dependencies: ["Storage", "TestSupport", "DatabaseProgram"]),
        .executableTarget(name: "ArchiveWriter", dependencies: ["Persistence"], path: "Tests/ArchiveWriter"),
        .executableTarget(
            name: "ObjectArchiveProgram", dependencies: ["Persistence", "FoundationPersistence"],
            path: "Tests/ObjectArchiveProgram"),
        .executableTarget(name: "SettingsWriter", dependencies: ["Persistence"], path: "Tests/SettingsWriter"),
        .executableTarget(
            name: "TaskCompletionProgram", dependencies: ["Persistence"], path: "Tests/TaskCompletionProgram"),
        .target(
            name: "CFakeLogind", path: "Tests/CFakeLogind", linkerSettings: [.linkedLibrary("systemd")]),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "Formats", "Persistence", "FoundationPersistence", "Threads", "TestSupport", "ArchiveWriter",
                "ObjectArchiveProgram", "SettingsWriter", "CFakeLogind", "TaskCompletionProgram",
            ]),
        .testTarget(
            name: "TrackFormatsTests", dependencies: ["TrackFormats", "Formats", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(name: "PositioningTests", dependencies: ["Positioning", "Threads", "TestSupport"]),
        .target(name: "CPowerCut", path: "Tests/CPowerCut"),
        .target(name: "CFaults", path: "Tests/CFaults"),
        .executableTarget(
            name: "RecorderProgram", dependencies: ["Tracks", "Geo", "CPowerCut"], path: "Tests/RecorderProgram"),
        .testTarget(
            name: "TracksTests",
            dependencies: ["Tracks", "Geo", "Positioning", "Storage", "Threads", "TestSupport", "RecorderProgram"]),
        .testTarget(name: "GeocodingTests", dependencies: ["Geocoding", "Storage", "Threads", "TestSupport"]),
        .testTarget(
            name: "GazetteerTests",
            dependencies: ["Gazetteer", "GazetteerBuilder", "Formats", "Storage", "TestSupport"]),
        .testTarget(
            name: "StreetsTests",
            dependencies: ["Streets", "StreetBuilder", "Formats", "Geo", "Geocoding", "TestSupport"]),
        .testTarget(
            name: "OfflineGeocodingTests",
            dependencies: [
                "OfflineGeocoding", "Gazetteer", "Geo", "Geocoding", "StreetBuilder", "Streets", "TestSupport",
            ]),
        .testTarget(
            name: "PlacesTests",
            dependencies: [
                "Places", "CLocationKit", "Gazetteer", "Geo", "Geocoding", "OfflineGeocoding", "StreetBuilder",
                "Streets", "TestSupport",
            ]),
        .executableTarget(name: "HTTPProgram", dependencies: ["HTTP"], path: "Tests/HTTPProgram"),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "CCurl", "Threads", "TestSupport", "HTTPProgram"]),
        .testTarget(
            name: "WebGeocodingTests",
            dependencies: ["WebGeocoding", "Formats", "Geocoding", "HTTP", "Threads", "TestSupport"]),
        .testTarget(name: "MetadataTests", dependencies: ["Metadata", "Formats", "Geo", "TestSupport"]),
        .testTarget(
            name: "PhotosTests",
            dependencies: ["Photos", "Formats", "Geo", "Images", "Metadata", "Storage", "Threads", "TestSupport"]),
        .executableTarget(name: "ImagesProgram", dependencies: ["Images"], path: "Tests/ImagesProgram"),
        .testTarget(
            name: "ImagesTests",
            dependencies: ["Images", "Formats", "Geo", "Metadata", "HTTP", "TestSupport", "ImagesProgram"]),
        .executableTarget(
            name: "TaggingProgram",
            dependencies: ["Tagging", "Geo", "Metadata", "Persistence", "Photos", "CLinux", "CPowerCut", "CFaults"],
            path: "Tests/TaggingProgram"),
        .testTarget(
            name: "TaggingTests",
            dependencies: [
                "Tagging", "CLinux", "Formats", "Geo", "Geocoding", "Gazetteer", "Metadata", "OfflineGeocoding",
                "Persistence",
                "Photos", "Positioning", "Threads", "TrackFormats", "Tracks", "TestSupport", "TaggingProgram",
            ]),
        .testTarget(
            name: "NotificationsTests",
            dependencies: ["Notifications", "Geo", "Photos", "Positioning", "Tracks", "TestSupport"]),
        .testTarget(
            name: "LocateToolTests",
            dependencies: [
                "LocateTool", "Formats", "Gazetteer", "Geo", "Geocoding", "HTTP", "Maps", "Metadata",
                "OfflineGeocoding", "Persistence", "Positioning", "StreetBuilder", "Streets", "Tagging", "TrackFormats",
                "WebGeocoding", "TestSupport",
            ]),
        .testTarget(
            name: "MapsTests",
            dependencies: [
                "Maps", "Formats", "Gazetteer", "Geo", "Geocoding", "Images", "Metadata", "StreetBuilder", "Streets",
                "TrackFormats", "Tracks", "TestSupport",
            ]),
        .testTarget(name: "IntegrationTests", dependencies: ["LocationKit", "Positioning", "locate", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
)

// Part of it, for builds that are quick: LOCATIONKIT_PART="GeoTests TracksTests" keeps these targets and what they need.
if let part = Context.environment["LOCATIONKIT_PART"], !part.isEmpty {
    var kept: Set<String> = []
    var open = part.split(separator: " ").map(String.init)
    while let name = open.popLast() {
        guard kept.insert(name).inserted else { continue }
        let target = package.targets.first { $0.name == name }
        for case .byNameItem(let needed, _) in target?.dependencies ?? [] { open.append(needed) }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
        let targets = (product as? Product.Library)?.targets ?? [product.name]
        return !kept.contains(product.name) || !kept.isSuperset(of: targets)
    }
}

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

// C targets have a folder of their own and take no Swift settings.
for target in package.targets {
    if !target.name.hasPrefix("C") {
        target.swiftSettings = settings
    } else if target.path == nil {
        target.path = "Sources/C/\(target.name)"
    }
}
