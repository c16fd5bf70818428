import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LKImages
import LKMetadata
import LKTrackFormats
import LKTracks
import LocationKitMaps
import TestSupport
import Testing

/// Pictures of tracks.
@Suite("pictures of tracks") struct TrackPlotTests {
    private static func svg(_ track: Track, _ change: (inout TrackPlot) -> Void = { _ in }) throws -> String {
        var plot = TrackPlot(track)
        plot.world = TestPages.world
        change(&plot)
        return String(decoding: try plot.svg(), as: UTF8.self)
    }

    /// The texts of a picture, in order.
    private static func texts(_ svg: String) -> [String] {
        svg.components(separatedBy: "<text ").dropFirst().compactMap { part in
            guard let start = part.firstIndex(of: ">"), let end = part[start...].range(of: "</text>") else {
                return nil
            }
            return String(part[part.index(after: start)..<end.lowerBound])
        }
    }

    /// Whether xmllint, which reads XML as everybody does, takes a picture without a word.
    private static func problems(_ svg: String) throws -> String {
        let folder = TemporaryFolder()
        let path = folder.path + "/picture.svg"
        try Data(svg.utf8).write(to: URL(fileURLWithPath: path))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/xmllint")
        process.arguments = ["--noout", "--nonet", path]
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : text + "status \(process.terminationStatus)"
    }

    @Test("A picture is valid, small and without anything that runs or is loaded")
    func valid() throws {
        let svg = try Self.svg(TestTracks.track(TestTracks.hike()))
        #expect(try Self.problems(svg).isEmpty)
        #expect(svg.utf8.count < 30_000)
        for word in ["<script", "href", "url(", "<style", "<image", "<foreignObject", "onload"] {
            #expect(!svg.contains(word), "\(word)")
        }
    }

    @Test("Title, date in the place's zone, and totals are texts")
    func header() throws {
        let texts = Self.texts(try Self.svg(TestTracks.track(TestTracks.hike())))
        #expect(texts.contains("Hike"))
        #expect(texts.contains("14 July 2026, 08:00 – 10:10 (Europe/Zurich, UTC+02:00)"))
        for total in ["10.0 km", "400 m", "2,000 m", "1,600 m"] { #expect(texts.contains(total), "\(total)") }
        #expect(texts.contains { $0.hasPrefix("Start: Zermatt") })
    }

    @Test("Words, dates and numbers are those of the language")
    func languages() throws {
        func texts(_ tag: String) throws -> [String] {
            let language = try #require(LanguageTag(tag))
            return Self.texts(
                try Self.svg(TestTracks.track(TestTracks.hike())) { $0.style.languages = [language] })
        }
        let german = try texts("de")
        for text in [
            "14. Juli 2026, 08:00 – 10:10 (Europe/Zurich, UTC+02:00)", "Strecke", "In Bewegung", "Anstieg", "10,0 km",
            "2.000 m",
            "Höhe (m)", "Tempo (km/h)", "1.800",
        ] {
            #expect(german.contains(text), "\(text)")
        }
        #expect(german.contains { $0.hasPrefix("Start: Zermatt") } && german.contains { $0.hasPrefix("Ziel") })
        #expect(try texts("ja").contains { $0.hasPrefix("2026年7月14日, 08:00") })
        #expect(try texts("fr").contains("2\u{A0}000 m"))
        #expect(try texts("xx").contains("In motion"))
    }

    @Test("A title of wide letters is cut before the edge", arguments: ["W", "漢", "Щ", "﷽", "👨‍👩‍👧"])
    func wideTitle(letter: String) throws {
        func title(_ width: Int) throws -> String {
            let svg = try Self.svg(TestTracks.track(TestTracks.hike())) {
                $0.title = String(repeating: letter, count: 80)
                $0.style.width = width
                $0.style.height = 900
            }
            return try #require(Self.texts(svg).first)
        }
        let (narrow, wide) = (try title(400), try title(1600))
        #expect(narrow.hasSuffix("…") && narrow.count < wide.count && narrow.count > 1, "\(narrow.count) \(wide.count)")
        // 344 pixels have room for so many letters as wide as they are high, in 15 pixels.
        #expect(narrow.count <= 24)
        let short = try Self.svg(TestTracks.track(TestTracks.hike())) { $0.title = "Wide and short" }
        #expect(Self.texts(short).first == "Wide and short")
    }

    @Test("Axes have round numbers, and the highest and lowest are named")
    func axes() throws {
        let texts = Self.texts(try Self.svg(TestTracks.track(TestTracks.hike())))
        #expect(texts.contains("1,600") && texts.contains("1,800") && texts.contains("2,000"))
        #expect(texts.contains("10 km") && texts.contains("5"))
        #expect(texts.contains("Height (m)") && texts.contains("Speed (km/h)"))
        #expect(texts.count { $0 == "2,000 m" } == 2)
        let imperial = Self.texts(
            try Self.svg(TestTracks.track(TestTracks.hike())) { $0.style.units = .imperial })
        #expect(imperial.contains("Height (ft)") && imperial.contains("6 mi") && imperial.contains("6.23 mi"))
    }

    @Test("What is unknown is not drawn")
    func unknown() throws {
        let flat = Self.texts(try Self.svg(TestTracks.track(TestTracks.hike(hasHeights: false))))
        #expect(!flat.contains("Height (m)") && flat.contains("Speed (km/h)") && !flat.contains("Climb"))
        let timeless = Self.texts(try Self.svg(TestTracks.track(TestTracks.hike(hasTimes: false))))
        #expect(
            timeless.contains("Height (m)") && !timeless.contains("Speed (km/h)") && !timeless.contains("In motion"))
        let bare = Self.texts(
            try Self.svg(TestTracks.track(TestTracks.hike(hasHeights: false, hasTimes: false))))
        #expect(!bare.contains("Height (m)") && !bare.contains("Speed (km/h)") && bare.contains("10.0 km"))
    }

    @Test("Heights that are the same within a metre have no profile, and their room is the map's")
    func flat() throws {
        func picture(_ step: Double, hasTimes: Bool) throws -> String {
            let locations = TestTracks.hike(hasTimes: hasTimes).enumerated().map { index, location in
                var flat = location
                flat.altitude = 1600 + step * Double(index % 2)
                return flat
            }
            return try Self.svg(TestTracks.track(locations))
        }
        let level = Self.texts(try picture(0.9, hasTimes: true))
        #expect(!level.contains("Height (m)") && level.contains("Speed (km/h)") && level.contains("Height"))
        #expect(!level.contains("Climb") && !level.contains("Highest"))
        #expect(Self.texts(try picture(1.1, hasTimes: true)).contains("Height (m)"))
        let bare = try picture(0.9, hasTimes: false)
        #expect(!Self.texts(bare).contains("Height (m)") && !Self.texts(bare).contains("Speed (km/h)"))
        func mapHeight(_ svg: String) throws -> Double {
            let inner = try #require(svg.components(separatedBy: "<svg ").last?.firstMatch(of: /height="([0-9.]+)"/))
            return try #require(Double(inner.1))
        }
        #expect(try mapHeight(bare) > mapHeight(try picture(1.1, hasTimes: false)) + 150)
    }

    @Test("A receiver at rest is a dot on a map of a useful scale, with its duration; a few metres of way are a line")
    func rest() throws {
        let locations = TestTracks.rest(at: TestTracks.location(52.52, 13.405, seconds: 0), minutes: 30).enumerated()
            .map { index, location in
                var noisy = TestTracks.location(52.52 + 0.00005 * Double(index % 3), 13.405)
                noisy.timestamp = location.timestamp
                return noisy
            }
        let rest = Self.texts(try Self.svg(TestTracks.track(locations)))
        #expect(rest.contains("29 min") && rest.contains("Duration") && rest.contains("2.5 km"))
        #expect(!rest.contains("Distance") && !rest.contains("Speed (km/h)"))
        #expect(!rest.contains { $0.hasPrefix("Start") || $0.hasPrefix("End") })
        // Where the error is that of a network, so much is shown that it is in the picture.
        var vague = locations[0]
        vague.horizontalAccuracy = Accuracy(radius: 20_000, estimator: .receiver)
        #expect(Self.texts(try Self.svg(TestTracks.track([vague]))).contains("25 km"))
        let way = Self.texts(try Self.svg(TestTracks.track(Array(TestTracks.hike().prefix(6)))))
        #expect(way.contains("50 m") && way.contains("Distance") && way.contains { $0.hasPrefix("Start: ") })
    }

    /// A walk around a circle at one position a second.
    private static func loop(radius: Double, seconds: Int = 60, accuracy: Double? = nil) -> [Location] {
        (0..<seconds).map { second in
            let angle = Double(second) / Double(seconds) * 2 * .pi
            let (north, east) = (radius * sin(angle) / 111_160, radius * cos(angle) / 111_160 / cos(48.1 * .pi / 180))
            var location = TestTracks.location(48.1 + north, 11.5 + east, altitude: 520, seconds: Double(second))
            location.horizontalAccuracy = accuracy.flatMap { Accuracy(radius: $0, estimator: .receiver) }
            return location
        }
    }

    @Test("A loop in a garden is a line with a scale of metres and its distance")
    func garden() throws {
        let svg = try Self.svg(TestTracks.track(Self.loop(radius: 8)))
        let texts = Self.texts(svg)
        #expect(texts.contains("Distance") && texts.contains("49 m") && texts.contains("20 m"), "\(texts)")
        #expect(svg.contains(##"stroke="#c8401a""##))
        // A surveyor's slow loop of 3 m is not the error of a receiver that is right to 2 cm.
        let survey = Self.texts(try Self.svg(TestTracks.track(Self.loop(radius: 1.5, seconds: 60, accuracy: 0.02))))
        #expect(survey.contains("Distance") && !survey.contains("2.5 km"))
        // Without times nothing says that the receiver was at rest.
        let drawn = Self.loop(radius: 8).map { TestTracks.location($0.coordinate.latitude, $0.coordinate.longitude) }
        #expect(Self.texts(try Self.svg(TestTracks.track(drawn))).contains("Distance"))
    }

    @Test("Where there is no settlement, ends and stops do not have the name of the state or country")
    func wilderness() throws {
        let camp = TestTracks.location(72, -40, seconds: 0)
        let mark = try TestPages.world.placemark(at: camp.coordinate, languages: [.english])
        let name = try #require(mark.name)
        #expect(mark.locality == nil)
        let way = (0..<60).map { TestTracks.location(72 + 0.001 * Double($0), -40, seconds: 60 * Double($0)) }
        let stop = TestTracks.rest(at: way[59], minutes: 30)
        let texts = Self.texts(try Self.svg(TestTracks.track(way + stop)) { $0.style.languages = [.english] })
        #expect(texts.contains("Start") && !texts.contains { $0.contains(name) }, "\(name): \(texts)")
    }

    @Test("A position beyond a town is near it, and a town with a stop is named once")
    func names() throws {
        let hike = Self.texts(try Self.svg(TestTracks.track(TestTracks.hike())))
        #expect(hike.contains("Start: Zermatt") && hike.contains("End: near Täsch") && hike.contains("Täsch"))
        #expect(!hike.contains("Zermatt"))
        let way = (0..<100).map { TestTracks.location(46.1 - 0.001 * Double($0), 7.749, seconds: 30 * Double($0)) }
        let stop = TestTracks.rest(at: way[79], minutes: 20)
        let onward = way[80...].map { location in
            var later = location
            later.timestamp = location.timestamp?.addingTimeInterval(1200)
            return later
        }
        let names = Self.texts(try Self.svg(TestTracks.track(Array(way[..<79]) + stop + onward)))
        #expect(names.contains { $0.hasPrefix("Zermatt, ") } && !names.contains("Zermatt"))
    }

    @Test("Names are beside the line")
    func offTheLine() throws {
        let svg = try Self.svg(TestTracks.track(TestTracks.hike(count: 50)))
        let dot = try #require(
            svg.components(separatedBy: "<circle cx=\"").first { $0.contains("r=\"6.0\"") || $0.contains("r=\"6\"") })
        let line = try #require(Double(dot.prefix { $0 != "\"" }))
        let names = try PlotLayoutTests.boxes(svg).filter { $0.text.contains("Täsch") || $0.text.contains("Zermatt") }
        #expect(names.count >= 3)
        for name in names { #expect(name.right < line || name.left > line, "\(name) is on \(line)") }
    }

    @Test("Where clocks are changed on the way, the time zone is named without an offset")
    func clockChange() throws {
        // 2026-10-25 00:00 to 02:00 UTC.
        let night = [1_792_886_400.0, 1_792_893_600].map {
            TestTracks.location(46.02, 7.749, seconds: $0 - TestTracks.start)
        }
        let texts = Self.texts(try Self.svg(TestTracks.track(night)))
        #expect(texts.contains("25 October 2026, 02:00 – 03:00 (Europe/Zurich)"))
        let sea = Self.texts(
            try Self.svg(TestTracks.track([TestTracks.location(0, -30, seconds: 0)])) { $0.style.width = 400 })
        #expect(sea.contains { $0.hasSuffix("(UTC)") })
    }

    @Test("A single point is a place; none is an error")
    func fewPoints() throws {
        let one = try Self.svg(TestTracks.track([TestTracks.location(52.52, 13.405, altitude: 35, seconds: 0)]))
        #expect(try Self.problems(one).isEmpty)
        #expect(Self.texts(one).contains("14 July 2026, 08:00 (Europe/Berlin, UTC+02:00)"))
        #expect(throws: MapError.self) { try Self.svg(Track()) }
    }

    @Test("A gap is a dotted line, and does not count")
    func gaps() throws {
        let all = TestTracks.hike()
        let track = Track(
            name: "Gap", segments: [Track.Segment(Array(all[..<400])), Track.Segment(Array(all[600...]))])
        let svg = try Self.svg(track)
        #expect(svg.components(separatedBy: "stroke-dasharray=\"2.0 3.0\"").count == 2)
        #expect(Self.texts(svg).contains("8.01 km"))
    }

    @Test("Several tracks have a legend, in which names are texts")
    func several() throws {
        var plot = TrackPlot()
        for name in ["First", "<b>Second</b>"] {
            plot.add(.trackStart(TrackMetadata(name: name)))
            plot.add(.segmentStart)
            for location in TestTracks.hike(count: 50) { plot.add(.point(TrackPoint(location))) }
        }
        let svg = String(decoding: try plot.svg(), as: UTF8.self)
        #expect(Self.texts(svg).contains("First · 10.0 km"))
        #expect(Self.texts(svg).contains("&lt;b&gt;Second&lt;/b&gt; · 10.0 km"))
    }

    /// The picture of a short track whose name is a letter.
    private static let plain = Result { try svg(TestTracks.track(TestTracks.hike(count: 30), name: "T")) }

    @Test(
        "Names are never markup, whatever is in them",
        arguments: [
            "</text><script>alert(1)</script>", "\" onload=\"alert(1)", "]]>&amp;<!--", "a\u{202E}b\u{2066}c",
            "a\0b\u{1B}[31m\n", "a\u{61C}\u{200B}\u{E0041}\u{2028}b",
            "\u{FFFE}\u{FFFF}\u{9F}", HostileText(String(repeating: "<", count: 10_000_000)),
            HostileText("é" + String(repeating: "\u{301}", count: 100_000)),
        ])
    func hostile(name: HostileText) throws {
        let clean = Array(try Self.plain.get().utf8)
        let svg = try Self.svg(TestTracks.track(TestTracks.hike(count: 30), name: name.text))
        #expect(try Self.problems(svg).isEmpty)
        let bytes = Array(svg.utf8)
        for tag in [
            "<script", "<text", "</text", "<!--", "\u{202E}", "\u{2066}", "\u{61C}", "\u{200B}", "\u{E0041}",
            "\u{2028}", "\u{1B}", "\0",
        ] {
            #expect(bytes.occurrences(of: tag) <= clean.occurrences(of: tag), "\(tag)")
        }
        #expect(bytes.count < clean.count + 3000)
    }

    @Test("Across the date line and around a pole the line is one piece")
    func edges() throws {
        let fiji = (0..<200).map { TestTracks.location(-16.8, 179 + Double($0) / 100) }
        let pole = (0..<120).map { TestTracks.location(89.5, Double($0) * 3 - 180) }
        for locations in [fiji, pole] {
            let svg = try Self.svg(TestTracks.track(locations))
            let line = try #require(
                svg.components(separatedBy: "<path d=\"").first { $0.contains("stroke-opacity=\"0.8\"") })
            #expect(line.prefix { $0 != "\"" }.count { $0 == "M" } == 1)
        }
        // Around the Earth the line leaves the map on one side and comes back on the other.
        let world = (0..<400).map { TestTracks.location(10, Double($0)) }
        let svg = try Self.svg(TestTracks.track(world))
        #expect(try Self.problems(svg).isEmpty)
        #expect(!Self.texts(svg).contains("N"))
    }

    @Test("Times and heights out of all bounds are drawn as far as they can be")
    func extremes() throws {
        var wild = TestTracks.hike(count: 20)
        wild[3].timestamp = Date(timeIntervalSince1970: 1e300)
        wild[4].timestamp = Date(timeIntervalSince1970: -1e300)
        wild[5].altitude = 1e300
        wild[6].altitude = -1e300
        wild[7].altitude = .nan
        wild[8].altitude = .infinity
        #expect(try Self.problems(try Self.svg(TestTracks.track(wild))).isEmpty)
    }

    @Test("A PNG has the size that was asked for, in light and in dark")
    func png() throws {
        var plot = TrackPlot(TestTracks.track(TestTracks.hike()))
        plot.world = TestPages.world
        plot.style.width = 640
        plot.style.height = 480
        var corners: [UInt8] = []
        for isDark in [false, true] {
            plot.style.isDark = isDark
            let image = try ImageDecoder().decode(Data(try plot.png()))
            #expect(image.image.size == PixelSize(width: 640, height: 480))
            corners.append(image.image[0, 0].red)
        }
        #expect(corners == [0xFF, 0x12])
    }

    @Test("Sizes out of bounds are refused", arguments: [(0, 100), (399, 900), (1200, 8193), (-5, 500)])
    func sizes(width: Int, height: Int) {
        var plot = TrackPlot(TestTracks.track(TestTracks.hike(count: 5)))
        plot.style.width = width
        plot.style.height = height
        #expect(throws: MapError.self) { try plot.svg() }
    }
}

/// What is left of long tracks, and round numbers.
@Suite("what pictures of tracks are made of") struct TrackSketchTests {
    @Test("A long track keeps its extent, its figures and its shape in few points")
    func long() {
        var sketch = TrackSketch(capacity: 1000)
        var whole = TrackStatistics()
        var locations: [Location] = []
        for index in 0..<20_000 {
            let turn = Double(index) / 300
            let location = TestTracks.location(
                46 + 0.1 * sin(turn) + 0.00001 * Double(index % 7), 8 + 0.2 * cos(turn / 3),
                altitude: 1000 + 500 * sin(turn / 2), seconds: Double(index))
            locations.append(location)
            sketch.add(location)
            whole.add(location)
        }
        sketch.finish()
        #expect(sketch.points.count < 1000 && sketch.points.count > 100)
        #expect(sketch.statistics == whole)
        #expect(sketch.highest?.altitude == whole.highestAltitude)
        // Each point that was removed is near the line that is left: 1 % of the extent.
        let kept = sketch.points.map { CartesianPoint($0.coordinate) }
        var segment = 0
        for (index, location) in locations.enumerated() {
            while segment + 2 < kept.count, sketch.points[segment + 1].time < TestTracks.start + Double(index) {
                segment += 1
            }
            let away = CartesianPoint(location.coordinate).squaredDistance(
                toLineFrom: kept[segment], to: kept[segment + 1])
            #expect(away.squareRoot() < 400)
        }
    }

    @Test("Many short segments and many tracks stay within the bounds")
    func crowded() {
        var sketch = TrackSketch(capacity: 500)
        for index in 0..<5000 {
            sketch.startTrack(name: String(repeating: "x", count: 5000))
            sketch.add(TestTracks.location(Double(index % 80), Double(index % 170)))
        }
        #expect(sketch.points.count < 500)
        #expect(sketch.tracks.count == TrackSketch.maximumTracks)
        #expect(sketch.tracks.allSatisfy { ($0.name ?? "").utf8.count <= 1000 })
        #expect(sketch.statistics.count == 5000)
    }

    @Test(
        "Axes have round numbers and cover all shown values",
        arguments: [
            (0.0, 1.0), (0, 7.3), (1572, 3083), (-3, 3), (9999, 10_001), (0, 44_356), (0.001, 0.002), (-1e9, 1e12),
        ])
    func scale(low: Double, high: Double) {
        let scale = PlotScale(low...high, count: 4)
        #expect(scale.low <= low && scale.high >= high)
        #expect((2...9).contains(scale.ticks.count), "\(scale.ticks)")
        for (a, b) in zip(scale.ticks, scale.ticks.dropFirst()) {
            var step = b - a
            while step >= 10 - 1e-6 { step /= 10 }
            while step < 1 - 1e-6 { step *= 10 }
            #expect([1, 2, 2.5, 5, 10].contains { abs($0 - step) < 1e-3 }, "\(step)")
        }
    }

    @Test("One value has room around it, and numbers have groups and a sign")
    func numbers() {
        #expect(PlotScale(5...5, count: 4, minimumSpan: 20).ticks.contains(0))
        #expect(PlotScale.text(-1234.5, decimals: 1) == "−1,234.5")
        #expect(PlotScale.text(999, decimals: 0) == "999")
        #expect(PlotScale.text(1_234_567, decimals: 0) == "1,234,567")
        #expect(PlotScale.text(-0.01, decimals: 1) == "0.0")
        #expect(PlotScale.text(.infinity, decimals: 0) == "–")
        #expect(MeasurementSystem.metric.lengthText(850) == "850 m")
        #expect(MeasurementSystem.metric.lengthText(12_345) == "12.3 km")
        #expect(MeasurementSystem.imperial.speedText(10) == "22.4 mph")
    }
}
