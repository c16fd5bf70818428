package import LKCommandLine
package import LKGeo
package import LKStreets
package import LocationKitMaps

/// What the commands that write a page with a map have in common.
package enum MapOutput {
    /// The options that mean the same in all of them.
    package static let output = Option("output", .path(), "the page to write; - is standard output")
    /// Which files a page replaces, for the help of both.
    package static let replacement =
        "An existing page is replaced only once the new one is complete, and without --force only if locate has made it. "
        + "No page goes through a symbolic link or replaces a file that it shows."
    package static let language = Option.languages(of: "place names and of the page")
    package static let precision = Option(
        "precision", .choice(), default: MapPrecision.exact, "how exactly positions are shown"
    ).settable()
    package static let tiles = Option(
        "tiles", ValueKind("URL", decode: tileServer),
        "load map images from a server, such as https://tiles.example.org/{z}/{x}/{y}.png")

    package static let streets = streets(exceptWith: "--tiles or --precision city or country")
    /// `--streets` of a picture, which has no `--tiles`.
    package static let pictureStreets = streets(exceptWith: "--precision city or country")

    private static func streets(exceptWith options: String) -> Option<[String]> {
        Option(
            repeatable: "streets", .streets,
            """
            draw the streets of an index that locate data import-osm has made; may be repeated; installed regions are \
            drawn too, unless FILE is none; no streets with \(options)
            """)
    }

    private static func tileServer(_ text: String) throws(ValueProblem) -> MapPage.TileServer {
        do throws(MapError) { return try MapPage.TileServer(text) } catch {
            throw ValueProblem(text: error.message, shown: .nothing)
        }
    }

    /// Returns the regions whose streets are drawn around some positions, for a note; `nil` if none is.
    package static func regions(_ streets: StreetIndexes?, around coordinates: [Coordinate], on base: BaseMap)
        -> String?
    {
        guard let streets, base.hasStreets else { return nil }
        let names = streets.indexes.filter { coordinates.contains(where: $0.covers) }.map { index in
            let file = index.origin.split(separator: "/").last.map(String.init) ?? index.origin
            return file.hasSuffix(RegionStore.ending) ? String(file.dropLast(RegionStore.ending.count)) : file
        }
        return names.isEmpty ? nil : "streets of " + names.joined(separator: ", ")
    }

    /// Reports which server the page uses.
    package static func announce(_ tiles: MapPage.TileServer?, command: String) {
        guard let tiles else { return }
        Messages.note(
            "the page loads map images from \(tiles.origin), which learns who opens it and which places are looked at",
            command: command, as: .warning)
    }

    /// Warns of circles of `--hide` that leave out nothing, though they look as if they did.
    package static func announce(unvisited areas: [HiddenArea], command: String) {
        for area in areas {
            let numbers = [area.center.latitude, area.center.longitude, area.radius]
            let text = numbers.map { NumberText.shortest($0, decimals: 6) }.joined(separator: ",")
            Messages.note(
                "--hide \(text) leaves out nothing, as nothing is there; latitude comes first", command: command,
                as: .warning)
        }
    }

    /// Returns how to name a place that is probably home, and the point for the option that hides it.
    package static func place(_ coordinate: Coordinate, name: String) -> (point: String, named: String) {
        let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
        let point = "\(NumberText.fixed(latitude, decimals: 4)),\(NumberText.fixed(longitude, decimals: 4))"
        return (point, name.isEmpty ? point : "\(point) (\(name))")
    }

    /// Reports what was written.
    package static func announceFile(_ path: String, bytes: Int, with contents: String? = nil, command: String) {
        guard path != "-" else { return }
        let size = NumberText.fixed(Double(bytes) / 1e6, decimals: 1)
        Messages.note("wrote \(path), \(size) MB" + (contents.map { ", with \($0)" } ?? ""), command: command)
    }
}

extension OutputKind {
    /// A page with a map.
    package static var page: OutputKind { OutputKind(isMarked: MapPage.isMarked) }
}

extension ValueKind where Value == HiddenArea {
    /// A circle in which positions are left out.
    package static var hiddenArea: ValueKind {
        ValueKind("LAT,LON,RADIUS") { text throws(ValueProblem) in
            let circle = try CoordinateText.circle(text)
            return HiddenArea(circle.center, radius: circle.radius)
        }
    }
}

extension ToolError {
    /// Creates an error of making a map.
    package init(_ error: MapError) {
        let code: ExitCode =
            switch error.code {
            case .invalid: .usage
            case .unavailable: .unavailable
            case .memory, .exists, .unwritable: .cannotCreate
            default: .dataError
            }
        self.init(code, error.message)
    }
}
