import FoundationEssentials
import TestSupport
import Testing

/// `Package.swift`, the `import` lines and `Docs/Architecture.md` say the same.
@Suite("The architecture") struct ArchitectureTests {
    private let manifest: Manifest
    private let page: ArchitecturePage

    init() throws {
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: Fixtures.package.appending(path: path)), as: UTF8.self)
        }
        manifest = Manifest(try text("Package.swift"))
        page = ArchitecturePage(try text("Docs/Architecture.md"))
    }

    private var ownModules: Set<String> { Set(Modules.swift + Modules.c) }

    /// A target and all that it depends on, directly or not.
    private func needed(by root: String) -> Set<String> {
        var reached: Set<String> = []
        var open = [root]
        while let name = open.popLast() {
            if reached.insert(name).inserted { open += manifest[name]?.dependencies ?? [] }
        }
        return reached
    }

    @Test("Each folder of Sources is a target or a group of several, and what the tests read is all there")
    func targets() {
        #expect(Modules.swift.count >= 16 && Modules.c.count >= 15, "\(Modules.swift) \(Modules.c)")
        #expect(Modules.strays == [])
        for module in Modules.swift + Modules.c { #expect(manifest[module] != nil, "\(module)") }
        #expect(manifest["LKGeo"]?.kind == "target" && manifest["CLKExpat"]?.kind == "systemLibrary")
        #expect(manifest["LKTracks"]?.dependencies.contains("LKPositioning") == true)
    }

    @Test("A module has a name that no other package's has, and a folder of that name without the prefix")
    func names() {
        for module in Modules.swift where module != "locate" && module != "LocateTool" {
            let folder = Modules.path(of: module).split(separator: "/").last.map(String.init)
            #expect(module.hasPrefix("LocationKit") || module == "LK\(folder ?? "")", "\(module)")
        }
        for module in Modules.c { #expect(module.hasPrefix("CLK") || module == "CLocationKit", "\(module)") }
    }

    @Test("What knows positions, tracks and names does without libosmium, Leaflet and decoders of images")
    func frontDoor() {
        let reached = needed(by: "LocationKit")
        #expect(reached.isSuperset(of: ["LKTracks", "LKStreets", "LKWebGeocoding"]), "\(reached)")
        let others: Set = [
            "LKImages", "LKMetadata", "LKPhotos", "LKTagging", "LocationKitMaps", "LocationKitStreetImport",
            "CLKOsmium",
            "CLKMapPage", "CLKJPEG",
        ]
        #expect(reached.isDisjoint(with: others), "\(reached.intersection(others))")
    }

    @Test("A module declares what it imports, and imports what it declares", arguments: Modules.swift)
    func declarations(module: String) throws {
        let declared = try #require(manifest[module]).dependencies
        let imported = try #require(Modules.imports[module]).intersection(ownModules)
        #expect(Set(declared).subtracting(imported) == [], "declared in Package.swift, and never imported")
        #expect(imported.subtracting(declared) == [], "imported, and not declared in Package.swift")
        #expect(declared.count == Set(declared).count, "declared twice")
    }

    @Test("Targets are declared in the order of the data flow: after everything they depend on")
    func order() {
        var above: Set<String> = []
        for target in manifest.targets {
            let later = target.dependencies.filter { !above.contains($0) }
            #expect(later == [], "\(target.name) stands above them in Package.swift")
            above.insert(target.name)
        }
    }

    @Test(
        "What the tool and the C library link does without Foundation's ICU",
        arguments: ["locate", "LKPlaces", "LocationKitEssentials"])
    func essentials(root: String) throws {
        let reached = needed(by: root)
        #expect(reached.contains("LKGeocoding"), "\(reached)")
        let whole: Set = ["Foundation", "FoundationInternationalization", "FoundationXML", "FoundationNetworking"]
        let importers = reached.filter { !whole.isDisjoint(with: Modules.imports[$0] ?? []) }
        #expect(importers == [], "import FoundationEssentials there, or keep what needs more out of the tool")
        #expect(Modules.imports["LocationKit"]?.contains("Foundation") == true)
    }

    @Test("What only asks for names does not link what makes the files")
    func readersOnly() {
        let reached = needed(by: "LKPlaces")
        #expect(reached.isSuperset(of: ["LKOfflineGeocoding", "LKGazetteer", "LKStreets"]), "\(reached)")
        #expect(reached.isDisjoint(with: ["LKGazetteerBuilder", "LocationKitStreetImport", "CLKOsmium"]), "\(reached)")
    }

    @Test("What all commands stand on knows neither photos nor maps, and only the commands for data link what makes it")
    func commands() {
        let basis = needed(by: "LKCommandLine")
        #expect(basis.isSuperset(of: ["LKGeocoding", "LKStorage"]), "\(basis)")
        let subjects: Set = ["LKTracks", "LKPositioning", "LKGazetteer", "LKStreets", "LKMetadata", "LocationKitMaps"]
        #expect(basis.isDisjoint(with: subjects), "\(basis.intersection(subjects))")
        let groups = Modules.swift.filter { $0.hasPrefix("LK") && $0.hasSuffix("Commands") }
        #expect(groups.count >= 4, "\(groups)")
        for group in groups {
            let reached = needed(by: group)
            #expect(reached.isSuperset(of: ["LKCommandLine", "LKSharedOptions"]), "\(group): \(reached)")
            let others = reached.intersection(groups).subtracting([group])
            #expect(others == [], "\(group) is built again after a change in them")
            #expect(reached.contains("CLKOsmium") == (group == "LKDataCommands"), "\(group)")
        }
    }

    @Test("Exactly one Swift module imports each C module", arguments: Modules.c)
    func importers(module: String) {
        let importers = Modules.imports.filter { $0.value.contains(module) }.map(\.key)
        #expect(importers.count == 1, "\(importers)")
    }

    @Test("The page's graph has the modules in the order of Package.swift, and each with what it declares")
    func graph() throws {
        let declared = manifest.targets.filter { Modules.swift.contains($0.name) }
        #expect(page.graph.map(\.module) == declared.map(\.name))
        for (module, imports) in page.graph {
            #expect(Set(imports) == Set(try #require(manifest[module]).dependencies), "the line of \(module)")
            #expect(imports.count == Set(imports).count, "the line of \(module)")
        }
    }

    @Test("The page's table has a row for each module, which names all its folders and no other")
    func table() {
        #expect(Set(page.table.map(\.module)) == Set(Modules.swift) && page.table.count == Modules.swift.count)
        for (module, folders) in page.table {
            let there = Modules.folders(in: module)
            #expect(
                Set(folders).subtracting(there) == [], "named in the row of \(module), and not in its folder")
            #expect(there.subtracting(folders) == [], "in the folder of \(module), and not in its row")
        }
    }

    @Test("A page or a manifest that says something else is noticed")
    func readers() {
        let manifest = Manifest(
            """
            // .target(name: "No"),
            .target(name: "A"),
                .systemLibrary(name: "CB", pkgConfig: "b", providers: [.apt(["libb-dev"])]),
                .executableTarget(
                    name: "C",
                    dependencies: [
                        "A", "CB",
                    ],
                    path: "x/C"),
            """)
        #expect(manifest.targets.map(\.name) == ["A", "CB", "C"] && manifest["C"]?.dependencies == ["A", "CB"])
        #expect(manifest["CB"]?.dependencies == [] && manifest["C"]?.kind == "executableTarget")
        #expect(manifest["A"]?.path == nil && manifest["C"]?.path == "x/C")
        let page = ArchitecturePage(
            "```\nA\nC  > A, CB\n```\n| module | folders |\n| --- | --- |\n| `C` | `X/` (`t`), `Y/` |\n```\nz\n```")
        #expect(page.graph.map(\.module) == ["A", "C"] && page.graph.map(\.imports) == [[], ["A", "CB"]])
        #expect(page.table.map(\.module) == ["C"] && page.table.map(\.folders) == [["X", "Y"]])
    }
}
