import LKFormats
import LKGazetteer
import LKGeo
import LKGeocoding
import LKStreets
import LKTracks

/// Lays out a picture: title and totals above the map, the profile below it, in a wide picture beside it.
struct PlotPage {
    let sketch: TrackSketch
    let title: String
    let style: TrackPlot.Style
    /// How exactly positions are shown; for cities and countries, there are neither lengths nor profiles.
    let precision: MapPrecision
    let world: World?
    /// Whose streets are drawn, and name ends and stops; `nil` for none.
    let streets: StreetIndexes?
    let colors: PlotColors
    /// The words of the picture, in the first of the languages that has them.
    let strings: PageStrings
    /// Pixels of a unit; the picture has 1,200 units across, or 900 downwards, a small one fewer, so that texts can be read.
    let unit: Double

    static let font = "system-ui, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"
    /// The minimum height of a map and the height of a profile, in units.
    private static let (minimumMapHeight, minimumProfileHeight) = (140.0, 130.0)
    /// Whether everything is in one place: a single position, or those of a receiver at rest.
    let isSpot: Bool
    /// How far from the first the positions of a receiver at rest are, in metres: as far as those of a stop.
    private static let restingReach = 30.0

    init(
        _ sketch: TrackSketch, title: String?, style: TrackPlot.Style, precision: MapPrecision = .exact, world: World?,
        streets: StreetIndexes? = nil
    ) {
        self.sketch = sketch
        self.title = title.map { PlotText.line($0) } ?? ""
        self.style = style
        self.precision = precision
        self.world = world
        self.streets = streets
        colors = style.isDark ? .dark : .light
        strings = PageStrings.strings(for: style.languages)
        isSpot = Self.isSpot(sketch, precision)
        unit = min(max(min(Double(style.width) / 1200, Double(style.height) / 900), 0.75), 10)
    }

    private static func isSpot(_ sketch: TrackSketch, _ precision: MapPrecision) -> Bool {
        guard let first = sketch.points.first?.coordinate else { return true }
        let reach = precision == .exact ? reach(of: sketch) : 0
        return sketch.points.allSatisfy { $0.coordinate.sphericalDistance(to: first) <= reach }
    }

    /// Returns the maximum distance between positions of a receiver at rest, in metres.
    ///
    /// A short walk, even in a garden, is drawn as a line.
    private static func reach(of sketch: TrackSketch) -> Double {
        let statistics = sketch.statistics
        // Drift is rarely mistaken for motion, and then only briefly.
        let isMoving =
            statistics.movingSeconds > 0.2 * statistics.recordedSeconds || statistics.movingDistance > 2 * restingReach
        // Without times, drift cannot be distinguished from a drawn line.
        guard statistics.recordedSeconds > 0, !isMoving else { return 1 }
        guard let accuracy = sketch.bestAccuracy else { return restingReach }
        // Surveyors' receivers are accurate to a few centimetres.
        return accuracy < restingReach / 4 ? max(4 * accuracy, 1) : max(restingReach, 2 * accuracy)
    }

    func svg() throws(GeocodingError) -> [UInt8] {
        let (width, height) = (Double(style.width), Double(style.height))
        let margin = 28 * unit
        let header = PlotHeader(self, zone: try zone())
        var svg = SVGWriter()
        svg.text("title", [:], title.isEmpty ? strings["track"] : title)
        svg.text("desc", [:], header.summary)
        svg.element("rect", ["width": .number(width), "height": .number(height), "fill": .text(colors.paper)])
        let inside = PlotFrame(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
        let above = header.add(to: &svg, in: inside, maximumHeight: 0.4 * height)
        // Only drawing the map shows whether there are streets, and its frame leaves room for their source.
        let longest = world?.hasBorders == true ? ShoreFile.attribution : nil
        let below = top(of: sources(in: inside, longest, hasStreets: streets != nil)) - 12 * unit
        let rest = PlotFrame(x: margin, y: above, width: inside.width, height: below - above)
        let profile = PlotProfile(self)
        let (mapFrame, profileFrame) = frames(in: rest, hasProfile: !profile.isEmpty)
        if let profileFrame { profile.add(to: &svg, in: profileFrame) }
        let map = PlotMap(self, in: mapFrame)
        let streets = map.map(PlotStreets.init)
        var (surface, hasStreets): (String?, Bool) = (nil, streets?.isEmpty == false)
        if let map, let streets {
            let drawn = try map.add(to: &svg, streets)
            (surface, hasStreets) = (drawn.surface, hasStreets || drawn.hasStreetNames)
        }
        add(sources(in: inside, surface, hasStreets: hasStreets), to: &svg, x: inside.x)

        var document = SVGWriter()
        document.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "version": "1.1", "width": .number(width),
                "height": .number(height), "viewBox": "0 0 \(style.width) \(style.height)", "role": "img",
                "font-family": .text(Self.font), "fill": .text(colors.text),
            ]
        ) { $0.append(svg) }
        return Array(ProgramMark.xmlProlog.utf8) + document.bytes
    }

    /// Returns the frames of map and profile; the map uses the whole frame if there is no room for both.
    private func frames(in rest: PlotFrame, hasProfile: Bool) -> (map: PlotFrame, profile: PlotFrame?) {
        guard hasProfile else { return (rest, nil) }
        var (map, profile) = (rest, rest)
        let gap = 14 * unit
        if rest.width > 5 * rest.height, rest.height >= Self.minimumProfileHeight * unit {
            map.width = (0.55 * rest.width).rounded()
            profile.x = map.right + gap
            profile.width = rest.right - profile.x
            return (map, profile)
        }
        profile.height = min(max(0.25 * Double(style.height), Self.minimumProfileHeight * unit), 0.6 * rest.width)
        map.height -= profile.height + gap
        guard map.height >= Self.minimumMapHeight * unit else { return (rest, nil) }
        profile.y = map.bottom + gap
        return (map, profile)
    }

    /// Returns the sources of the map's data, in lines.
    private func sources(in frame: PlotFrame, _ surface: String?, hasStreets: Bool) -> [String] {
        var sources: [String] = []
        if let world { sources.append(world.attribution) }
        if let surface { sources.append(surface) }
        if hasStreets { sources.append("streets: \(StreetIndex.attribution)") }
        guard !sources.isEmpty else { return [] }
        let text = PlotText.line(sources.joined(separator: "; "), maximumLength: 400)
        return PlotText.lines(text, width: frame.width, size: sourceSize)
    }

    private var sourceSize: Double { 9.5 * unit }

    /// The position of the last line of sources.
    private var sourceBottom: Double { Double(style.height) - 10 * unit }

    /// Returns where lines at the bottom begin.
    private func top(of lines: [String]) -> Double {
        sourceBottom - Double(max(lines.count - 1, 0)) * 1.25 * sourceSize - sourceSize
    }

    private func add(_ lines: [String], to svg: inout SVGWriter, x: Double) {
        for (index, line) in lines.enumerated() {
            let y = sourceBottom - Double(lines.count - 1 - index) * 1.25 * sourceSize
            svg.text(
                "text",
                ["x": .number(x), "y": .number(y), "font-size": .number(sourceSize), "fill": .text(colors.faint)], line)
        }
    }

    /// Returns the time zone where the track begins; UTC if that is unknown.
    private func zone() throws(GeocodingError) -> PlotTime.Zone {
        guard let world, let first = sketch.points.first, let name = try world.timeZone(at: first.coordinate),
            let file = ZoneFile(named: name)
        else { return PlotTime.Zone(name: "UTC", file: nil) }
        return PlotTime.Zone(name: name.hasPrefix("Etc/") ? "UTC" : name, file: name.hasPrefix("Etc/") ? nil : file)
    }
}

/// The colours of a picture: for paper, or for a dark page.
struct PlotColors {
    let paper, text, faint, grid: String
    let water, land, border, graticule: String
    let halo, speed, start, end: String
    /// One for each track; further tracks start over.
    let lines: [String]

    /// Returns the colour of a track.
    func line(_ index: Int) -> String { lines[index % lines.count] }

    static let light = PlotColors(
        paper: "#ffffff", text: "#1c2733", faint: "#5a6774", grid: "#e4e8ec",
        water: "#d3e3ee", land: "#f6f4ee", border: "#a99d8c", graticule: "#c9d3da",
        halo: "#ffffff", speed: "#2166ac", start: "#1a7f37", end: "#1c2733",
        lines: ["#c8401a", "#1b5fc1", "#2a7d3f", "#8b3fb5", "#9a6a00", "#0b7a86", "#b8336a", "#5c5f66"])

    static let dark = PlotColors(
        paper: "#12171d", text: "#e6ebf0", faint: "#98a5b2", grid: "#27303a",
        water: "#16222e", land: "#242b33", border: "#5d6874", graticule: "#323d48",
        halo: "#12171d", speed: "#6cb2f2", start: "#4cc38a", end: "#e6ebf0",
        lines: ["#ff8a5c", "#6ba6ff", "#5ecb84", "#cf8ff0", "#e2b23c", "#3fc1ce", "#f07aa8", "#b3bac2"])
}
