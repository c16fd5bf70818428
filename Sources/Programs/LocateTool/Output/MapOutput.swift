import LKGeo
import LocationKitMaps
import LKStreets

/// What the commands that write a page with a map have in common.
enum MapOutput {
    /// The options that mean the same in all of them.
    static let output = OptionDescription.option(
        "output", letter: "o", "FILE", "the page to write; - is standard output", completion: .files)
    /// Which files a page replaces, for the help of both.
    static let replacement =
        "An existing page is replaced only once the new one is complete, and without --force only if locate has made it. "
        + "No page goes through a symbolic link or replaces a file that it shows."
    static let language = OptionDescription.option(
        "language", "TAG[,TAG]",
        "languages of place names and of the page, in order of preference (default: settings, then environment)"
    ).settable()
    static let precision = OptionDescription.choice(
        "precision", MapPrecision.allCases.map(\.rawValue), "how exactly positions are shown (default: exact)"
    ).settable(MapPrecision.exact.rawValue)
    static let tiles = OptionDescription.option(
        "tiles", "URL", "load map images from a server, such as https://tiles.example.org/{z}/{x}/{y}.png")

    static let streets = OptionDescription.option(
        "streets", "FILE",
        "draw the streets of an index that locate data import-osm has made; may be repeated; installed regions are drawn "
            + "too, unless FILE is none; no streets with --tiles or --precision city or country", completion: .files)

    /// `--streets` of a picture, which has no `--tiles`.
    static let pictureStreets = OptionDescription.option(
        "streets", "FILE",
        "draw the streets of an index that locate data import-osm has made; may be repeated; installed regions are drawn "
            + "too, unless FILE is none; no streets with --precision city or country", completion: .files)

    /// The regions whose streets are drawn around some positions, for a note; `nil` if none is.
    static func regions(_ streets: StreetIndexes?, around coordinates: [Coordinate], on base: BaseMap) -> String? {
        guard let streets, base.hasStreets else { return nil }
        let names = streets.indexes.filter { coordinates.contains(where: $0.covers) }.map { index in
            let file = index.origin.split(separator: "/").last.map(String.init) ?? index.origin
            return file.hasSuffix(RegionStore.ending) ? String(file.dropLast(RegionStore.ending.count)) : file
        }
        return names.isEmpty ? nil : "streets of " + names.joined(separator: ", ")
    }

    /// Says which server the page uses.
    static func announce(_ tiles: MapPage.TileServer?, command: String) {
        guard let tiles else { return }
        Messages.note(
            "the page loads map images from \(tiles.origin), which learns who opens it and which places are looked at",
            command: command, as: .warning)
    }

    /// Warns of circles of `--hide` that leave out nothing, though they look as if they did.
    static func announce(unvisited areas: [HiddenArea], command: String) {
        for area in areas {
            let numbers = [area.center.latitude, area.center.longitude, area.radius]
            let text = numbers.map { NumberText.shortest($0, decimals: 6) }.joined(separator: ",")
            Messages.note(
                "--hide \(text) leaves out nothing, as nothing is there; latitude comes first", command: command,
                as: .warning)
        }
    }

    /// How a place that is probably home is named, with the option that hides it.
    static func place(_ coordinate: Coordinate, name: String) -> (point: String, named: String) {
        let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
        let point = "\(NumberText.fixed(latitude, decimals: 4)),\(NumberText.fixed(longitude, decimals: 4))"
        return (point, name.isEmpty ? point : "\(point) (\(name))")
    }

    /// Says what was written.
    static func announceFile(_ path: String, bytes: Int, with contents: String? = nil, command: String) {
        guard path != "-" else { return }
        let size = NumberText.fixed(Double(bytes) / 1e6, decimals: 1)
        Messages.note("wrote \(path), \(size) MB" + (contents.map { ", with \($0)" } ?? ""), command: command)
    }
}

extension ParsedArguments {
    /// The circles of `--hide`.
    ///
    /// - Throws: A usage error that says what is expected.
    func hiddenAreas() throws(ToolError) -> [HiddenArea] {
        var hidden: [HiddenArea] = []
        for text in strings("hide") {
            let (center, radius) = try CoordinateText.circle(text, option: "hide")
            hidden.append(HiddenArea(center, radius: radius))
        }
        return hidden
    }

    /// The server of `--tiles`; `nil` for none.
    ///
    /// - Throws: A usage error that says what is expected.
    func tileServer() throws(ToolError) -> MapPage.TileServer? {
        do throws(MapError) {
            return try string("tiles").map { text throws(MapError) in try MapPage.TileServer(text) }
        } catch {
            throw .usage("--tiles: \(error.message)")
        }
    }
}
