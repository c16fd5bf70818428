internal import Formats
internal import FoundationEssentials
internal import Gazetteer
internal import Geo
internal import Geocoding
internal import Streets
internal import Tracks

/// A rectangle of the picture in pixels, y downwards.
struct PlotFrame {
    var x, y, width, height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }

    func intersects(_ other: PlotFrame) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    func contains(_ other: PlotFrame) -> Bool {
        x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
    }
}

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
        let profile = PlotProfile(self)
        if !profile.isEmpty {
            let size = max(0.25 * height, 130 * unit)
            let frame = PlotFrame(x: margin, y: below - size, width: width - 2 * margin, height: size)
            profile.add(to: &svg, in: frame)
            below = frame.y - 14 * unit
        }
        let frame = PlotFrame(x: margin, y: above, width: width - 2 * margin, height: below - above)
        let map = PlotMap(self, in: frame)
        let streets = map.map(PlotStreets.init)
        if let map, let streets { try map.add(to: &svg, streets) }
        addSources(to: &svg, margin: margin, hasStreets: streets?.isEmpty == false)

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

    /// Writes whose data is drawn.
    private func addSources(to svg: inout SVGWriter, margin: Double, hasStreets: Bool) {
        var sources: [String] = []
        if let world { sources.append(world.attribution + (world.hasBorders ? "; coasts: Natural Earth" : "")) }
        if hasStreets { sources.append("streets: \(StreetIndex.attribution)") }
        guard !sources.isEmpty else { return }
        svg.text(
            "text",
            [
                "x": .number(margin), "y": .number(Double(style.height) - 10 * unit), "font-size": .number(9.5 * unit),
                "fill": .text(colors.faint),
            ], PlotText.line(sources.joined(separator: "; "), limit: 300))
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

/// Times and durations as text of a picture.
package enum PlotTime {
    /// A time zone and its name.
    struct Zone {
        var name: String
        var file: ZoneFile?
    }

    /// Returns `12 May 2024, 08:10 – 14:22 (Europe/Zurich)`; `nil` for times outside the years 1 to 9999.
    static func text(_ start: Date, _ end: Date, _ zone: Zone, _ strings: PageStrings) -> String? {
        guard let first = civil(start, zone), let last = civil(end, zone) else { return nil }
        let (begin, finish) = (strings.date(first.date), strings.date(last.date))
        if begin == finish, clock(first) == clock(last) { return "\(begin), \(clock(first)) (\(zone.name))" }
        let until = begin == finish ? clock(last) : "\(finish), \(clock(last))"
        return "\(begin), \(clock(first)) – \(until) (\(zone.name))"
    }

    /// Returns `35 s`, `42 min`, `2 h 05 min` or `3 d 4 h`.
    package static func text(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e12).rounded())
        if whole < 60 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        if minutes < 60 { return "\(minutes) min" }
        if minutes < 48 * 60 { return "\(minutes / 60) h \(padded(minutes % 60)) min" }
        return "\(minutes / 1440) d \(minutes % 1440 / 60) h"
    }

    private static func civil(_ date: Date, _ zone: Zone) -> CivilTime? {
        let seconds = date.timeIntervalSince1970
        guard seconds > -6e10, seconds < 2.5e11 else { return nil }
        let whole = Int(seconds.rounded(.down))
        return CivilTime(secondsSince1970: whole + (zone.file?.offset(at: whole) ?? 0))
    }

    private static func clock(_ time: CivilTime) -> String { "\(padded(time.hour)):\(padded(time.minute))" }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
