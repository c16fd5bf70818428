// swift-tools-version: 6.2
// One line per target, in the order of the data flow; the loop at the end gives all Swift targets the same settings.
import PackageDescription

let package = Package(
    name: "LocationKit",
    products: [
        // Positions, tracks, and names from the world, regions and the web; settings, archives, the finishing of work.
        .library(name: "LocationKit", targets: ["LocationKit"]),
        // The same without notifications and archives of objects, for small programs: it does without Foundation's ICU.
        .library(name: "LocationKitEssentials", targets: ["LocationKitEssentials"]),
        // Folders of photos: what they say, pictures of them, positions and place names for them.
        .library(name: "LocationKitPhotos", targets: ["LocationKitPhotos"]),
        // Pages and pictures that show tracks and photos on a map.
        .library(name: "LocationKitMaps", targets: ["LocationKitMaps"]),
        // Makes street indexes from OpenStreetMap's extracts.
        .library(name: "LocationKitStreetImport", targets: ["LocationKitStreetImport"]),
        // Names of places for programs in C and other languages: liblocationkit.so.
        .library(name: "locationkit", type: .dynamic, targets: ["LKPlaces"]),
        .executable(name: "locate", targets: ["locate"]),
        .executable(name: "benchmarks", targets: ["Benchmarks"]),
    ],
    targets: [
        // Places on the Earth.
        .target(name: "LKGeo", path: "Sources/Base/Geo"),
        // Threads that may block, and what wakes them.
        .target(name: "CLKThreads"),
        .target(name: "LKThreads", dependencies: ["CLKThreads"], path: "Sources/Base/Threads"),
        // What several modules read and write as text and bytes.
        .systemLibrary(name: "CLKExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CLKZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CLKMapping"),
        .target(name: "LKFormats", dependencies: ["CLKExpat", "CLKZlib", "CLKMapping"], path: "Sources/Base/Formats"),
        // Files, folders and databases.
        .target(name: "CLKFileUser"),
        .target(name: "CLKOpen"),
        .target(name: "CLKRename"),
        .target(name: "CLKSQLite"),
        .target(
            name: "LKStorage",
            dependencies: ["LKFormats", "LKThreads", "CLKFileUser", "CLKOpen", "CLKRename", "CLKSQLite"],
            path: "Sources/Base/Storage"),
        // The finishing of work under way before the process ends.
        .target(name: "CLKLogind"),
        .target(
            name: "LKLifetime", dependencies: ["LKFormats", "LKStorage", "LKThreads", "CLKLogind"],
            path: "Sources/Base/Lifetime"),
        // Settings and archives.
        .target(
            name: "LKPersistence", dependencies: ["LKFormats", "LKStorage", "LKThreads"],
            path: "Sources/Base/Persistence"),
        // Positions: files and receivers.
        .target(
            name: "LKTrackFormats", dependencies: ["LKGeo", "LKFormats", "LKStorage"],
            path: "Sources/Positions/TrackFormats"),
        .target(name: "CLKGPS"),
        .target(
            name: "LKPositioning",
            dependencies: ["LKFormats", "LKGeo", "LKStorage", "LKTrackFormats", "LKThreads", "CLKGPS"],
            path: "Sources/Positions/Positioning"),
        .target(
            name: "LKTracks",
            dependencies: ["LKFormats", "LKGeo", "LKPositioning", "LKStorage", "LKThreads", "LKTrackFormats"],
            path: "Sources/Positions/Tracks"),
        // Names of places.
        .target(name: "CLKAddresses"),
        .target(
            name: "LKGeocoding",
            dependencies: ["LKFormats", "LKGeo", "LKStorage", "LKThreads", "LKTrackFormats", "CLKAddresses"],
            path: "Sources/Names/Geocoding"),
        .target(name: "CLKWorld"),
        .target(
            name: "LKGazetteer", dependencies: ["LKFormats", "LKGeo", "LKGeocoding", "LKThreads", "CLKWorld"],
            path: "Sources/Names/Gazetteer"),
        // Makes the gazetteer's file; nothing that asks for a name needs it.
        .target(
            name: "LKGazetteerBuilder",
            dependencies: ["LKFormats", "LKGeo", "LKGeocoding", "LKGazetteer", "LKStorage"],
            path: "Sources/Builders/GazetteerBuilder"),
        // House numbers and streets, from OpenStreetMap data.
        .target(
            name: "LKStreets", dependencies: ["LKFormats", "LKGeo", "LKGeocoding", "LKStorage", "LKThreads"],
            path: "Sources/Names/Streets"),
        // Both together: names of points, and points of names.
        .target(
            name: "LKOfflineGeocoding",
            dependencies: ["LKFormats", "LKGeo", "LKGeocoding", "LKGazetteer", "LKStreets"],
            path: "Sources/Names/OfflineGeocoding"),
        // Makes their index; nothing that asks for an address needs it. libosmium checks its input by exceptions, which its
        // assertions would preempt.
        .target(
            name: "CLKOsmium",
            cxxSettings: [.define("NDEBUG"), .define("OSMIUM_WITH_LZ4")],
            linkerSettings: ["z", "bz2", "expat", "lz4"].map { .linkedLibrary($0) }),
        .target(
            name: "LocationKitStreetImport",
            dependencies: ["LKFormats", "LKGeocoding", "LKStorage", "LKStreets", "CLKOsmium"],
            path: "Sources/Builders/StreetBuilder"),
        // Names of places for programs in other languages: functions in C, tables in Arrow's memory.
        .target(name: "CLocationKit", exclude: ["locationkit.map", "locationkit.pc.in"]),
        .target(
            name: "LKPlaces",
            dependencies: [
                "LKGeo", "LKGeocoding", "LKGazetteer", "LKStreets", "LKOfflineGeocoding", "LKThreads", "CLocationKit",
            ],
            path: "Sources/Programs/Places"),
        // The web, when it is asked for.
        .target(name: "CLKCurl"),
        .target(name: "LKHTTP", dependencies: ["LKFormats", "LKThreads", "CLKCurl"], path: "Sources/Names/HTTP"),
        .target(
            name: "LKWebGeocoding",
            dependencies: ["LKFormats", "LKGeo", "LKGeocoding", "LKHTTP", "LKStorage", "LKThreads"],
            path: "Sources/Names/WebGeocoding"),
        // Photos: what files say of themselves, their pixels, and folders of them.
        .target(
            name: "LKMetadata", dependencies: ["LKFormats", "LKGeo", "LKStorage"], path: "Sources/Photos/Metadata"),
        .target(name: "CLKJPEG"),
        .target(name: "CLKPNG"),
        .target(name: "CLKWebP"),
        .target(name: "CLKHEIF"),
        .target(name: "CLKGIF"),
        .target(name: "CLKTIFF"),
        .target(name: "CLKVideo"),
        .target(
            name: "LKImages",
            dependencies: [
                "LKFormats", "LKMetadata", "LKHTTP", "LKStorage", "LKThreads", "CLKJPEG", "CLKPNG", "CLKWebP",
                "CLKHEIF", "CLKGIF", "CLKTIFF", "CLKVideo",
            ],
            path: "Sources/Photos/Images"),
        .target(name: "CLKInotify"),
        .target(
            name: "LKPhotos",
            dependencies: ["LKFormats", "LKGeo", "LKImages", "LKMetadata", "LKStorage", "LKThreads", "CLKInotify"],
            path: "Sources/Photos/Photos"),
        // Where photos were taken and what the places are called: what is to be changed in which photo.
        .target(
            name: "LKPlanning",
            dependencies: [
                "LKFormats", "LKGeo", "LKGazetteer", "LKGeocoding", "LKMetadata", "LKPhotos", "LKPositioning",
                "LKStorage", "LKThreads", "LKTracks",
            ],
            path: "Sources/Photos/Planning"),
        // Photos are changed, sorted and changed back.
        .target(name: "CLKLinux"),
        .target(
            name: "LKTagging",
            dependencies: [
                "LKFormats", "LKGeo", "LKGazetteer", "LKGeocoding", "LKMetadata", "LKOfflineGeocoding", "LKLifetime",
                "LKPhotos", "LKPlanning", "LKStorage", "LKThreads", "LKTrackFormats", "LKTracks", "CLKLinux",
            ],
            path: "Sources/Photos/Tagging"),
        // Photos and tracks on a map: pages and pictures.
        .target(name: "CLKMapPage", exclude: ["page"]),
        .target(name: "CLKRSVG"),
        .target(name: "CLKShores"),
        .target(
            name: "LocationKitMaps",
            dependencies: [
                "LKFormats", "LKGeo", "LKGeocoding", "LKGazetteer", "LKStorage", "LKStreets", "LKOfflineGeocoding",
                "LKTrackFormats", "LKTracks", "CLKMapPage", "CLKRSVG", "CLKShores",
            ],
            path: "Sources/Maps"),
        // What a program that knows where it is needs, in one import.
        .target(
            name: "LocationKitEssentials",
            dependencies: [
                "LKGeo", "LKStorage", "LKLifetime", "LKPersistence", "LKTrackFormats", "LKPositioning", "LKTracks",
                "LKGeocoding",
                "LKGazetteer", "LKStreets", "LKOfflineGeocoding", "LKWebGeocoding",
            ]),
        // The same with what needs all of Foundation and its ICU.
        .target(
            name: "LocationKit",
            dependencies: ["LKPersistence", "LKPositioning", "LKTracks", "LocationKitEssentials", "LKStorage"]),
        // The same for photos.
        .target(
            name: "LocationKitPhotos", dependencies: ["LKMetadata", "LKImages", "LKPhotos", "LKPlanning", "LKTagging"]),
        // The tool: arguments, options, output and input of all commands.
        .target(
            name: "LKCommandLine",
            dependencies: [
                "LKGeo", "LKThreads", "LKFormats", "LKStorage", "LKLifetime", "LKPersistence", "LKGeocoding",
            ],
            path: "Sources/Programs/CommandLine"),
        // What commands of several groups have: names of places, files that are read and written.
        .target(
            name: "LKSharedOptions",
            dependencies: [
                "LKGeo", "LKThreads", "LKFormats", "LKStorage", "LKTrackFormats", "LKTracks", "LKGeocoding",
                "LKGazetteer", "LKStreets", "LKOfflineGeocoding", "LKHTTP", "LKWebGeocoding", "LocationKitMaps",
                "LKCommandLine",
            ],
            path: "Sources/Programs/SharedOptions"),
        // Which photos a command line names.
        .target(
            name: "LKPhotoInput",
            dependencies: [
                "LKGeo", "LKThreads", "LKFormats", "LKLifetime", "LKGazetteer", "LKMetadata", "LKImages", "LKPhotos",
                "LKPlanning",
                "LKTagging",
                "LocationKitMaps", "LKCommandLine",
            ],
            path: "Sources/Programs/PhotoInput"),
        // The commands.
        .target(
            name: "LKPlaceCommands",
            dependencies: [
                "LKGeo", "LKThreads", "LKFormats", "LKTrackFormats", "LKGeocoding", "LKStreets", "LKOfflineGeocoding",
                "LKCommandLine", "LKSharedOptions",
            ],
            path: "Sources/Programs/PlaceCommands"),
        .target(
            name: "LKPositionCommands",
            dependencies: [
                "LKGeo", "LKThreads", "LKFormats", "LKStorage", "LKLifetime", "LKTrackFormats", "LKPositioning",
                "LKTracks", "LKGeocoding", "LKGazetteer", "LKStreets", "LKMetadata", "LKPhotos", "LocationKitMaps",
                "LKCommandLine", "LKSharedOptions", "LKPhotoInput",
            ],
            path: "Sources/Programs/PositionCommands"),
        .target(
            name: "LKPhotoCommands",
            dependencies: [
                "LKGeo", "LKThreads", "LKFormats", "LKStorage", "LKLifetime", "LKTrackFormats", "LKTracks",
                "LKGeocoding",
                "LKGazetteer", "LKStreets", "LKOfflineGeocoding", "LKMetadata", "LKImages", "LKPhotos", "LKPlanning",
                "LKTagging",
                "LocationKitMaps", "LKCommandLine", "LKSharedOptions", "LKPhotoInput",
            ],
            path: "Sources/Programs/PhotoCommands"),
        .target(
            name: "LKDataCommands",
            dependencies: [
                "LKFormats", "LKStorage", "LKGeocoding", "LKGazetteer", "LKGazetteerBuilder", "LKStreets",
                "LocationKitStreetImport", "LKCommandLine", "LKSharedOptions",
            ],
            path: "Sources/Programs/DataCommands"),
        // The list of the commands, and what is made of it.
        .target(
            name: "LocateTool",
            dependencies: [
                "LKFormats", "LKStorage", "LKPersistence", "LKTrackFormats", "LKPositioning", "LKGeocoding",
                "LKPhotos", "LKCommandLine", "LKSharedOptions", "LKPlaceCommands", "LKPositionCommands",
                "LKPhotoCommands", "LKDataCommands",
            ],
            path: "Sources/Programs/LocateTool"),
        .target(name: "CLKArguments"),
        .executableTarget(
            name: "locate", dependencies: ["LocateTool", "CLKArguments"], path: "Sources/Programs/locate"),
        // Ratios against other programs.
        .target(name: "CPeer", dependencies: ["CLKGPS"], path: "Benchmarks/CPeer"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "LKPositioning", "LKPersistence", "LKStorage", "LKTracks", "LKGeo", "LKGeocoding", "LKGazetteer",
                "LKOfflineGeocoding", "LKHTTP", "LKTrackFormats", "LKMetadata", "LKPhotos", "LKImages", "LKStreets",
                "LocationKitStreetImport", "LKPlanning", "LocationKit", "LocationKitPhotos", "CPeer",
            ],
            path: "Benchmarks",
            exclude: ["CPeer", "Peers", "Gazetteer/belonging.tsv"]),
        // Tests.
        .target(
            name: "TestSupport", dependencies: ["LKGeo", "LKThreads"], path: "Tests/TestSupport",
            exclude: ["Web/web-server.py"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
        .testTarget(name: "GeoTests", dependencies: ["LKGeo", "TestSupport"]),
        .testTarget(name: "ThreadsTests", dependencies: ["LKThreads", "TestSupport"]),
        .testTarget(name: "FormatsTests", dependencies: ["LKFormats", "TestSupport"]),
        .executableTarget(name: "DatabaseProgram", dependencies: ["LKStorage"], path: "Tests/DatabaseProgram"),
        .testTarget(name: "StorageTests", dependencies: ["LKStorage", "TestSupport", "DatabaseProgram"]),
        .executableTarget(
            name: "TaskCompletionProgram", dependencies: ["LKLifetime", "LKStorage"],
            path: "Tests/TaskCompletionProgram"),
        .target(
            name: "CFakeLogind", path: "Tests/CFakeLogind", linkerSettings: [.linkedLibrary("systemd")]),
        .testTarget(
            name: "LifetimeTests",
            dependencies: [
                "LKLifetime", "LKStorage", "LKThreads", "TestSupport", "CFakeLogind", "TaskCompletionProgram",
            ]),
        .executableTarget(
            name: "ArchiveWriter", dependencies: ["LKPersistence", "LKStorage"], path: "Tests/ArchiveWriter"),
        .executableTarget(
            name: "ObjectArchiveProgram", dependencies: ["LKPersistence", "LocationKit"],
            path: "Tests/ObjectArchiveProgram"),
        .executableTarget(
            name: "SettingsWriter", dependencies: ["LKPersistence", "LKStorage"], path: "Tests/SettingsWriter"),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "LKFormats", "LKPersistence", "LocationKit", "LKStorage", "TestSupport", "ArchiveWriter",
                "ObjectArchiveProgram", "SettingsWriter",
            ]),
        .testTarget(
            name: "TrackFormatsTests", dependencies: ["LKTrackFormats", "LKFormats", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "PositioningTests", dependencies: ["LKPositioning", "LKThreads", "TestSupport"]),
        .target(name: "CPowerCut", path: "Tests/CPowerCut"),
        .target(name: "CFaults", path: "Tests/CFaults"),
        .executableTarget(
            name: "RecorderProgram", dependencies: ["LKTracks", "LKGeo", "CPowerCut"], path: "Tests/RecorderProgram"),
        .testTarget(
            name: "TracksTests",
            dependencies: [
                "LKTracks", "LKGeo", "LKPositioning", "LKStorage", "LKThreads", "TestSupport", "RecorderProgram",
            ]),
        .testTarget(name: "GeocodingTests", dependencies: ["LKGeocoding", "LKStorage", "LKThreads", "TestSupport"]),
        .testTarget(
            name: "GazetteerTests",
            dependencies: ["LKGazetteer", "LKGazetteerBuilder", "LKFormats", "LKStorage", "TestSupport"]),
        .testTarget(
            name: "StreetsTests",
            dependencies: [
                "LKStreets", "LocationKitStreetImport", "LKFormats", "LKGeo", "LKGeocoding", "LKStorage", "TestSupport",
            ]),
        .testTarget(
            name: "OfflineGeocodingTests",
            dependencies: [
                "LKOfflineGeocoding", "LKGazetteer", "LKGeo", "LKGeocoding", "LocationKitStreetImport", "LKStreets",
                "TestSupport",
            ]),
        // Answers as a client of LocationKit does, for Scripts/compare-doors.
        .executableTarget(name: "PlaceProgram", dependencies: ["LocationKit"], path: "Tests/PlaceProgram"),
        .testTarget(
            name: "PlacesTests",
            dependencies: [
                "LKPlaces", "CLocationKit", "LKGazetteer", "LKGeo", "LKGeocoding", "LKOfflineGeocoding",
                "LocationKitStreetImport", "LKStreets", "TestSupport",
            ]),
        .executableTarget(name: "HTTPProgram", dependencies: ["LKHTTP"], path: "Tests/HTTPProgram"),
        .testTarget(name: "HTTPTests", dependencies: ["LKHTTP", "CLKCurl", "LKThreads", "TestSupport", "HTTPProgram"]),
        .testTarget(
            name: "WebGeocodingTests",
            dependencies: ["LKWebGeocoding", "LKFormats", "LKGeocoding", "LKHTTP", "LKThreads", "TestSupport"]),
        .testTarget(name: "MetadataTests", dependencies: ["LKMetadata", "LKFormats", "LKGeo", "TestSupport"]),
        .testTarget(
            name: "PhotosTests",
            dependencies: [
                "LKPhotos", "LKFormats", "LKGeo", "LKImages", "LKMetadata", "LKStorage", "LKThreads", "TestSupport",
            ]),
        .executableTarget(name: "ImagesProgram", dependencies: ["LKImages"], path: "Tests/ImagesProgram"),
        .testTarget(
            name: "ImagesTests",
            dependencies: ["LKImages", "LKFormats", "LKGeo", "LKMetadata", "LKHTTP", "TestSupport", "ImagesProgram"]),
        .testTarget(
            name: "PlanningTests",
            dependencies: [
                "LKPlanning", "LKFormats", "LKGazetteer", "LKGeo", "LKGeocoding", "LKMetadata", "LKOfflineGeocoding",
                "LKPhotos", "LKPositioning", "LKTracks", "TestSupport",
            ]),
        .target(name: "TaggingPatches", dependencies: ["LKMetadata"], path: "Tests/TaggingPatches"),
        .executableTarget(
            name: "TaggingProgram",
            dependencies: [
                "TaggingPatches", "LKTagging", "LKGeo", "LKMetadata", "LKLifetime", "LKPhotos", "LKPlanning",
                "CLKLinux", "CPowerCut",
                "CFaults",
            ],
            path: "Tests/TaggingProgram"),
        .testTarget(
            name: "TaggingTests",
            dependencies: [
                "LKTagging", "LKPlanning", "CLKLinux", "LKFormats", "LKGazetteer", "LKGeo", "LKGeocoding", "LKMetadata",
                "LKOfflineGeocoding", "LKPhotos", "LKThreads", "LKTrackFormats", "LKTracks", "TaggingPatches",
                "TestSupport",
                "TaggingProgram",
            ]),
        .testTarget(
            name: "LocationKitTests",
            dependencies: [
                "LocationKit", "LocationKitPhotos", "LKGeo", "LKPhotos", "LKPositioning", "LKTracks", "TestSupport",
            ]),
        .target(
            name: "CommandTestSupport",
            dependencies: [
                "LKCommandLine", "LKGeo", "LKGeocoding", "LKSharedOptions", "TestSupport",
            ],
            path: "Tests/CommandTestSupport"),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CommandTestSupport", "LKCommandLine", "LKGeo", "LKThreads", "LKTrackFormats", "TestSupport",
            ]),
        .testTarget(
            name: "PlaceCommandsTests",
            dependencies: [
                "CommandTestSupport", "LKCommandLine", "LKGazetteer", "LKGeo", "LKGeocoding", "LKHTTP",
                "LKOfflineGeocoding", "LKPlaceCommands", "LKSharedOptions", "LKWebGeocoding", "TestSupport",
            ]),
        .testTarget(
            name: "PositionCommandsTests",
            dependencies: [
                "LKCommandLine", "LKFormats", "LKGeo", "LKGeocoding", "LKPositionCommands", "LKPositioning",
                "LKSharedOptions", "LKThreads", "LKTrackFormats", "TestSupport",
            ]),
        .testTarget(
            name: "PhotoCommandsTests",
            dependencies: [
                "CommandTestSupport", "LKCommandLine", "LKGazetteer", "LKGeo", "LKGeocoding", "LKMetadata",
                "LKOfflineGeocoding", "LKPhotoCommands", "LKPhotoInput", "LKPlanning", "LKSharedOptions", "LKTagging",
                "TestSupport",
            ]),
        .testTarget(
            name: "LocateToolTests",
            dependencies: [
                "CommandTestSupport", "LKCommandLine", "LKDataCommands", "LKFormats", "LKGazetteer", "LKGeo",
                "LKGeocoding", "LKOfflineGeocoding", "LKPersistence", "LKPhotoCommands", "LKPhotoInput",
                "LKPlaceCommands", "LKPositionCommands", "LKPositioning", "LKSharedOptions", "LKStorage", "LKStreets",
                "LKTrackFormats", "LKTracks", "LocateTool", "LocationKitMaps", "LocationKitStreetImport",
                "TestSupport",
            ]),
        .testTarget(
            name: "MapsTests",
            dependencies: [
                "LocationKitMaps", "LKFormats", "LKGazetteer", "LKGeo", "LKGeocoding", "LKImages", "LKMetadata",
                "LKOfflineGeocoding", "LocationKitStreetImport", "LKStreets", "LKTrackFormats", "LKTracks",
                "TestSupport",
            ]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "LocationKit", "LocationKitPhotos", "LocationKitMaps", "LocationKitStreetImport", "LKPositioning",
                "locate", "TestSupport",
            ]),
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

// C targets, whose names begin with a C and another capital, have a folder of their own and take no Swift settings.
for target in package.targets {
    if !(target.name.hasPrefix("C") && target.name.dropFirst().first?.isUppercase == true) {
        target.swiftSettings = settings
    } else if target.path == nil {
        target.path = "Sources/C/\(target.name)"
    }
}
