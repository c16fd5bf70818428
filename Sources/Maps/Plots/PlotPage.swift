internal import Formats
internal import FoundationEssentials
internal import Gazetteer
internal import Geo
internal import Geocoding
internal import Tracks

/// Lays out a picture: title and totals above the map, the profile below it.
struct PlotPage {
    let sketch: TrackSketch
    let title: String
    let style: TrackPlot.Style
    let world: World?
    let colors: PlotColors
    /// The words of the picture, in the first of the languages that has them.
    let strings: PageStrings
    /// Pixels of a unit; the picture has 1,200 units across, or 900 downwards.
    let unit: Double

    static let font = "system-ui, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif"

    init(_ sketch: TrackSketch, title: String?, style: TrackPlot.Style, world: World?) {
        self.sketch = sketch
        self.title = title.map { PlotText.line($0) } ?? ""
        self.style = style
        self.world = world
        colors = style.isDark ? .dark : .light
        strings = PageStrings.strings(for: style.languages)
        unit = min(max(min(Double(style.width) / 1200, Double(style.height) / 900), 0.6), 10)
    }

    func svg() throws(GeocodingError) -> [UInt8] {
        let (width, height) = (Double(style.width), Double(style.height))
        let margin = 28 * unit
        let zone = try zone()
        var (below, above) = (height - 26 * unit, margin)
        var svg = SVGWriter()
        svg.text("title", [:], title.isEmpty ? strings["track"] : title)
        svg.text("desc", [:], summary(zone))
        svg.element("rect", ["width": .number(width), "height": .number(height), "fill": .text(colors.paper)])
        above = addHeader(to: &svg, margin: margin, top: above, zone)
        if let world {
            let text = PlotText.line(
                world.attribution + (world.hasBorders ? "; coasts: Natural Earth" : ""), limit: 300)
            svg.text(
                "text",
                [
                    "x": .number(margin), "y": .number(height - 10 * unit), "font-size": .number(9.5 * unit),
                    "fill": .text(colors.faint),
                ], text)
        }
        let profile = PlotProfile(self)
        if !profile.isEmpty {
            let size = max(0.25 * height, 130 * unit)
            let frame = PlotFrame(x: margin, y: below - size, width: width - 2 * margin, height: size)
            profile.add(to: &svg, in: frame)
            below = frame.y - 14 * unit
        }
        let frame = PlotFrame(x: margin, y: above, width: width - 2 * margin, height: below - above)
        try PlotMap(self, in: frame)?.add(to: &svg)

        var document = SVGWriter()
        document.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "version": "1.1", "width": .number(width),
                "height": .number(height), "viewBox": "0 0 \(style.width) \(style.height)", "role": "img",
                "font-family": .text(Self.font), "fill": .text(colors.text),
            ]
        ) { $0.append(svg) }
        return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) + document.bytes
    }

    /// Writes title, dates and totals; returns where they end.
    private func addHeader(to svg: inout SVGWriter, margin: Double, top: Double, _ zone: PlotTime.Zone) -> Double {
        var y = top
        let width = Double(style.width) - 2 * margin
        if !title.isEmpty {
            let size = 25 * unit
            svg.text(
                "text",
                [
                    "x": .number(margin), "y": .number(y + 0.8 * size), "font-size": .number(size),
                    "font-weight": "700",
                ], PlotText.fitted(title, to: width, size: size))
            y += 1.28 * size
        }
        let statistics = sketch.statistics
        if let start = statistics.start, let end = statistics.end, let text = PlotTime.text(start, end, zone, strings) {
            let size = 14 * unit
            svg.text(
                "text",
                [
                    "x": .number(margin), "y": .number(y + 0.8 * size), "font-size": .number(size),
                    "fill": .text(colors.faint),
                ], text)
            y += 1.5 * size
        }
        let totals = totals
        let column = width / Double(max(totals.count, 5))
        for (index, total) in totals.enumerated() {
            let x = margin + Double(index) * column
            svg.text(
                "text",
                [
                    "x": .number(x), "y": .number(y + 24 * unit), "font-size": .number(20 * unit),
                    "font-weight": "600",
                ], total.value)
            svg.text(
                "text",
                [
                    "x": .number(x), "y": .number(y + 40 * unit), "font-size": .number(12 * unit),
                    "fill": .text(colors.faint),
                ], total.label)
        }
        return y + (totals.isEmpty ? 0 : 54 * unit)
    }

    /// What the track amounts to; what is unknown is left out.
    private var totals: [(label: String, value: String)] {
        let statistics = sketch.statistics
        let units = style.units
        func length(_ metres: Double) -> String { strings.numbers(units.lengthText(metres)) }
        func height(_ metres: Double) -> String { strings.numbers(units.heightText(metres)) }
        var totals = [(strings["distance"], length(statistics.distance))]
        if statistics.movingTime > 0 {
            totals.append((strings.heading("moving"), PlotTime.text(statistics.movingTime)))
        }
        guard let lowest = statistics.lowestAltitude, let highest = statistics.highestAltitude else { return totals }
        totals.append((strings["climb"], height(statistics.ascent)))
        totals.append((strings["highest"], height(highest)))
        totals.append((strings["lowest"], height(lowest)))
        return totals
    }

    /// The same as a sentence, for those who do not see the picture.
    private func summary(_ zone: PlotTime.Zone) -> String {
        var parts = totals.map { "\($0.label): \($0.value)" }
        let statistics = sketch.statistics
        if let start = statistics.start, let end = statistics.end, let text = PlotTime.text(start, end, zone, strings) {
            parts.insert(text, at: 0)
        }
        return parts.joined(separator: "; ")
    }

    /// The time zone where the track begins; UTC if that is unknown.
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
    /// One of each track; what uses more begins again.
    let lines: [String]

    /// The colour of a track.
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
